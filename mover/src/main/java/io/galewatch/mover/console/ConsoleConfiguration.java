package io.galewatch.mover.console;

import com.zaxxer.hikari.HikariDataSource;
import io.galewatch.mover.config.BoxProperties;
import io.galewatch.routing.db.ShardPools;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.InstantSource;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.webjars.WebJarVersionLocator;
import tools.jackson.databind.json.JsonMapper;

/** What the console is made of: its pages with their headers, and its poller. */
@Configuration(proxyBeanMethods = false)
class ConsoleConfiguration implements WebMvcConfigurer {

    /** Everything comes from this box, and nothing is written into the page: no inline script or style, no frame. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    @Bean
    Listeners listeners() {
        return new Listeners();
    }

    @Bean
    ConsolePoller consolePoller(BoxProperties box, @Qualifier("routingReader") HikariDataSource routing,
            @Qualifier("readerPools") ShardPools shards, Listeners listeners, JsonMapper json, InstantSource clock) {
        return new ConsolePoller(box, routing, shards, listeners, json, clock);
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addViewController("/").setViewName("forward:/console/index.html");
    }

    /** Not stored: a page of one version of the box must not meet scripts of another. */
    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        String uplot = Objects.requireNonNull(new WebJarVersionLocator().version("uplot"),
                "the webjar of uPlot is missing");
        registry.addResourceHandler("/console/uplot/**").addResourceLocations(
                "classpath:/META-INF/resources/webjars/uplot/" + uplot + "/dist/").setCacheControl(
                        CacheControl.noStore()).setUseLastModified(false);
        registry.addResourceHandler("/console/**").addResourceLocations("classpath:/console/").setCacheControl(
                CacheControl.noStore()).setUseLastModified(false);
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new Headers()).addPathPatterns("/", "/console/**");
    }

    private static final class Headers implements HandlerInterceptor {

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            response.setHeader("Content-Security-Policy", POLICY);
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.setHeader("Referrer-Policy", "no-referrer");
            response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
            return true;
        }
    }
}
