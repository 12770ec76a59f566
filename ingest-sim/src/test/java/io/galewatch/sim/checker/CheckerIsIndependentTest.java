package io.galewatch.sim.checker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** In March the product agreed with itself. Whoever judges it must not share its code. */
@AnalyzeClasses(packages = "io.galewatch", importOptions = ImportOption.DoNotIncludeTests.class)
class CheckerIsIndependentTest {

    @ArchTest
    static final ArchRule CHECKER_IMPORTS_NO_PRODUCT_CODE = noClasses().that().resideInAPackage(
            "io.galewatch.sim..").and().resideOutsideOfPackage(
                    "io.galewatch.sim.payouts..").should().dependOnClassesThat().resideInAnyPackage(
                            "io.galewatch.routing..",
                            "io.galewatch.mover..");

    /** An example of another job, run as processes of its own: only its scenario names it, and nothing that judges does. */
    @ArchTest
    static final ArchRule THE_EXAMPLE_IS_APART = classes().that().resideInAPackage(
            "io.galewatch.sim.payouts..").should().onlyHaveDependentClassesThat().haveNameMatching(
                    "io\\.galewatch\\.sim\\.(payouts\\..*|scenario\\.Payouts)");

    @ArchTest
    static final ArchRule CHECKER_KNOWS_THE_LEDGER_ONLY = noClasses().that().resideInAPackage(
            "io.galewatch.sim.checker..").should().dependOnClassesThat().resideInAnyPackage(
                    "io.galewatch.sim.turbines..", "io.galewatch.sim.lab..", "io.galewatch.sim.relay..");

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching("io.galewatch.sim.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NOBODY_SLEEPS_AND_HOPES = noClasses().should().callMethod(Thread.class, "sleep",
            long.class).orShould().callMethod(Thread.class, "sleep", java.time.Duration.class);

    @ArchTest
    static final ArchRule TIME_IS_INJECTED = noClasses().should().callMethod(java.time.Instant.class, "now");
}
