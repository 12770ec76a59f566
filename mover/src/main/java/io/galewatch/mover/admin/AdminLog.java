package io.galewatch.mover.admin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.HandlerInterceptor;

/** One line for every admin call, with its user. */
final class AdminLog implements HandlerInterceptor {

    private static final Logger log = LoggerFactory.getLogger(AdminLog.class);

    @Override
    public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
            @Nullable Exception error) {
        log.info("admin {} called {} {}: {}", request.getRemoteUser(), request.getMethod(), request.getRequestURI(),
                response.getStatus());
    }
}
