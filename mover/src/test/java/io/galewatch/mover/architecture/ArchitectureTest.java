package io.galewatch.mover.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Which package may know which, and where time comes from. */
@AnalyzeClasses(packages = "io.galewatch", importOptions = {ImportOption.DoNotIncludeTests.class,
    ArchitectureTest.WithoutTestJars.class})
class ArchitectureTest {

    /** The library's test support comes as a jar of its own when the whole build runs. */
    static final class WithoutTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule NO_CYCLES_IN_THE_SERVICE = slices().matching(
            "io.galewatch.mover.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES_IN_THE_LIBRARY = slices().matching(
            "io.galewatch.routing.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NOBODY_SLEEPS_WITHOUT_BEING_WAKEABLE = noClasses().should().callMethod(Thread.class, "sleep",
            long.class).orShould().callMethod(Thread.class, "sleep", java.time.Duration.class);

    /** Java's clock decides nothing in the protocol; where it is used for people, tests can set it. */
    @ArchTest
    static final ArchRule TIME_IS_INJECTED = noClasses().should().callMethod(Instant.class,
            "now").orShould().callMethod(
                    System.class, "currentTimeMillis").orShould().callMethod(OffsetDateTime.class,
                            "now").orShould().callMethod(
                                    System.class, "nanoTime");

    @ArchTest
    static final ArchRule THE_MOVE_KNOWS_NEITHER_WEB_NOR_BOOT = noClasses().that().resideInAPackage(
            "io.galewatch.mover.move..").should().dependOnClassesThat().resideInAnyPackage("org.springframework.boot..",
                    "org.springframework.web..", "jakarta.servlet..", "io.galewatch.mover.web..",
                    "io.galewatch.mover.admin..", "io.galewatch.mover.ingest..", "io.galewatch.mover.read..");

    @ArchTest
    static final ArchRule THE_LIBRARY_KNOWS_NO_SERVICE = noClasses().that().resideInAPackage(
            "io.galewatch.routing..").should().dependOnClassesThat().resideInAnyPackage("org.springframework.boot..",
                    "org.springframework.web..", "io.galewatch.mover..");

    /** Invariant 7: a reading needs neither claim nor fence, and no mover. */
    @ArchTest
    static final ArchRule INGEST_AND_READS_KNOW_NO_CLAIM = noClasses().that().resideInAnyPackage(
            "io.galewatch.mover.ingest..",
            "io.galewatch.mover.read..").should().dependOnClassesThat().resideInAnyPackage(
                    "io.galewatch.mover.move..", "io.galewatch.routing.claim..", "io.galewatch.routing.fence..");
}
