package io.galewatch.mover.security;

import io.galewatch.mover.config.BoxProperties;
import io.galewatch.mover.web.ProblemWriter;
import io.galewatch.mover.web.Problems;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;

/**
 * {@code /admin} asks who is calling. Nothing else does, and nothing else goes through the chain at all: it would cost
 * every reading a little.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    @Bean
    SecurityFilterChain admin(HttpSecurity http, ProblemWriter problems) {
        AuthenticationEntryPoint unauthorized = (request, response, error) -> unauthorized(response, problems);
        AccessDeniedHandler forbidden = (request, response, error) -> problems.write(response, Problems.of(
                HttpStatus.FORBIDDEN, "forbidden", "Forbidden", "this user may not do this"));
        return http.securityMatcher("/admin", "/admin/**").authorizeHttpRequests(
                calls -> calls.anyRequest().authenticated()).httpBasic(
                        basic -> basic.authenticationEntryPoint(unauthorized)).exceptionHandling(
                                errors -> errors.authenticationEntryPoint(unauthorized).accessDeniedHandler(
                                        forbidden)).sessionManagement(
                                                session -> session.sessionCreationPolicy(
                                                        SessionCreationPolicy.STATELESS))
                // There are no cookies that another site could make a browser send.
                .csrf(AbstractHttpConfigurer::disable).logout(AbstractHttpConfigurer::disable).requestCache(
                        AbstractHttpConfigurer::disable).build();
    }

    @Bean
    PasswordEncoder passwordEncoder() {
        return new PlainPasswords();
    }

    @Bean
    UserDetailsService users(BoxProperties box) {
        BoxProperties.Admin admin = box.admin();
        return new InMemoryUserDetailsManager(
                User.withUsername(admin.username()).password(admin.password()).roles("ADMIN").build());
    }

    private static void unauthorized(HttpServletResponse response, ProblemWriter problems)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"galewatch\", charset=\"UTF-8\"");
        problems.write(response, Problems.of(HttpStatus.UNAUTHORIZED, "unauthorized", "Unauthorized",
                "this call needs the user name and password of the administrator"));
    }
}
