package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.sim.lab.FaultRig.Holder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The console in a real browser, on a running fleet: a rebalance is started from the page, its owner freezes in the middle, and
 * what became of that is seen on the page of another box. What the page looked like is left in {@code target/console}.
 */
class ConsoleIT {

    private static final Path PICTURES = Path.of(System.getProperty("repo.root"), "ingest-sim/target/console");
    private static final Duration LONG = Duration.ofSeconds(180);

    @TempDir
    Path directory = Path.of("");

    @Test
    void aRebalanceIsStartedAndAFrozenOwnerSeenFenced() throws Exception {
        assumeThat(RealBrowser.isInstalled()).as(
                "skipped: no chromium and chromedriver on the PATH (Debian: packages chromium and chromium-driver)").isTrue();
        // A turbine every ten seconds, so that there is time to look.
        try (FaultRig rig = FaultRig.start(directory.resolve("fleet"), 26_800, 0,
                Map.of("galewatch.move.max-rows-per-second", "30"));
                RealBrowser browser = RealBrowser.start(directory.resolve("profile"))) {
            browser.open(rig.fleet.boxes().getFirst().url());
            browser.awaitText("#headline", "Everything is at home on 2 shards");
            signIn(rig, browser);
            startARebalance(browser);
            rig.flippedTo(3);

            Holder frozen = rig.awaitHolder();
            Box other = rig.fleet.boxes().stream().filter(
                    box -> !box.name().equals(frozen.box().name())).findFirst().orElseThrow();
            browser.open(other.url());
            browser.awaitText("#headline", "Moving from 2 to 3 shards");
            browser.awaitText("#owner", frozen.box().name());
            browser.awaitText("#now", "copying");
            browser.awaitThat("a turbine is moved", () -> moved(browser) > 0);

            frozen.box().freeze();
            browser.awaitText("#feed li[data-kind=TAKEOVER]", "let its lease run out");
            await().atMost(LONG).until(() -> rig.fleet.databases().shards().stream().allMatch(
                    shard -> rig.ask(shard, "select token from mover_fence", row -> row.getLong(1)).orElse(
                            0L) > frozen.token()));
            frozen.box().thaw();
            assertThat(browser.awaitText("#feed li[data-kind=FENCED]", frozen.box().name())).contains("was fenced on",
                    "its token was " + frozen.token());
            browser.awaitThat("fenced rejections are counted", () -> Integer.parseInt(browser.text("#fenced")) > 0);
            int before = moved(browser);
            browser.awaitThat("the move goes on", () -> moved(browser) > before);
            lookAtIt(browser);

            signIn(rig, browser);
            pauseAndResume(browser);
            browser.awaitText("#headline", "Everything is at home on 3 shards");
            rig.awaitComplete();
            rig.mustBeClean();
            // The two refusals that were asked for, and nothing of scripts or of the content security policy.
            assertThat(browser.complaints()).allMatch(
                    complaint -> complaint.contains("status of 401") || complaint.contains("status of 422"));
        }
    }

    private static int moved(RealBrowser browser) {
        String bar = browser.the("#bar").getDomAttribute("aria-valuenow");
        return bar == null ? 0 : Integer.parseInt(bar);
    }

    private static void signIn(FaultRig rig, RealBrowser browser) {
        browser.type("#user", Users.ADMIN);
        browser.type("#password", "wrong");
        browser.click("#sign-in button");
        browser.awaitText("#answer .problem", "urn:galewatch:unauthorized");
        browser.type("#password", rig.fleet.state().require().password(Users.ADMIN));
        browser.click("#sign-in button");
        browser.awaitThat("the controls are there", () -> browser.the("#controls").isDisplayed());
        assertThat(
                browser.run("return localStorage.length + sessionStorage.length + document.cookie.length")).isEqualTo(
                        0L);
    }

    private static void startARebalance(RealBrowser browser) {
        browser.type("#shards", "9");
        browser.click("#plan-form button");
        browser.awaitText("#answer .problem", "urn:galewatch:shard-not-registered");
        browser.type("#shards", "3");
        browser.click("#plan-form button");
        assertThat(browser.awaitText("#plan", "From 2 to 3 shards")).contains("shard-1 → shard-3", "Together");
        browser.click("#start");
        browser.awaitText("#answer .done", "Epoch 2 with 3 shards is made");
    }

    private static void pauseAndResume(RealBrowser browser) {
        browser.type("#reason", "to see it pause");
        browser.click("#pause");
        browser.awaitText("#notices", "Paused by admin: to see it pause");
        browser.awaitText("#owner", "nobody");
        browser.click("#resume");
        browser.awaitThat("the pause is over", () -> !browser.text("#notices").contains("Paused"));
    }

    private static void lookAtIt(RealBrowser browser) throws IOException {
        for (String scheme : new String[]{"light", "dark"}) {
            browser.prefer(scheme);
            assertThat(browser.run("return matchMedia('(prefers-color-scheme: dark)').matches")).isEqualTo(
                    scheme.equals("dark"));
            browser.screenshot(PICTURES.resolve(scheme + ".png"));
        }
        browser.prefer("light");
        browser.resize(360, 780);
        browser.awaitThat("nothing is wider than a phone", () -> Boolean.TRUE.equals(
                browser.run("return document.documentElement.scrollWidth <= 360")));
        browser.screenshot(PICTURES.resolve("phone.png"));
        browser.resize(1280, 900);
    }
}
