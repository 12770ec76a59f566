package io.galewatch.mover;

import io.galewatch.mover.migrate.MigrateCommand;
import java.util.Arrays;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts a box; or, with {@code migrate} as the first argument, brings the databases to this version and exits. */
@SpringBootApplication(proxyBeanMethods = false)
public class GalewatchApplication {

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals(MigrateCommand.NAME)) {
            System.exit(MigrateCommand.run(Arrays.copyOfRange(args, 1, args.length)));
        }
        SpringApplication.run(GalewatchApplication.class, args);
    }
}
