package io.galewatch.sim.lab;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A Chromium of this machine's PATH, without a window, that looks at a box's pages. */
final class RealBrowser implements AutoCloseable {

    private static final Duration LONG = Duration.ofSeconds(180);

    private final ChromeDriver driver;

    private RealBrowser(ChromeDriver driver) {
        this.driver = driver;
    }

    static boolean isInstalled() {
        return onPath("chromium").isPresent() && onPath("chromedriver").isPresent();
    }

    private static Optional<File> onPath(String command) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).map(
                folder -> new File(folder, command)).filter(File::canExecute).findFirst();
    }

    static RealBrowser start(Path profile) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(onPath("chromium").orElseThrow());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-dev-shm-usage", "--window-size=1280,900", "--user-data-dir=" + profile.toAbsolutePath());
        return new RealBrowser(new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(
                onPath("chromedriver").orElseThrow()).usingAnyFreePort().build(), options));
    }

    void open(URI page) {
        driver.get(page.toString());
    }

    WebElement the(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    String text(String selector) {
        return the(selector).getText();
    }

    void type(String selector, String text) {
        the(selector).clear();
        the(selector).sendKeys(text);
    }

    void click(String selector) {
        awaitThat(selector + " can be clicked", () -> the(selector).isDisplayed() && the(selector).isEnabled());
        the(selector).click();
    }

    /** Waits until an element has a text in it, and returns all of its text. */
    String awaitText(String selector, String part) {
        awaitThat(selector + " says \"" + part + '"',
                () -> driver.findElements(By.cssSelector(selector)).stream().anyMatch(
                        element -> element.isDisplayed() && element.getText().contains(part)));
        return driver.findElements(By.cssSelector(selector)).stream().map(WebElement::getText).filter(
                text -> text.contains(part)).findFirst().orElse("");
    }

    interface Condition {
        boolean holds();
    }

    void awaitThat(String what, Condition condition) {
        new WebDriverWait(driver, LONG, Duration.ofMillis(200)).withMessage(
                () -> what + "; the page says: " + text("body")).ignoring(StaleElementReferenceException.class).until(
                        browser -> condition.holds());
    }

    @Nullable
    Object run(String script) {
        return driver.executeScript(script);
    }

    /** @param scheme {@code light} or {@code dark} */
    void prefer(String scheme) {
        driver.executeCdpCommand("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    void resize(int width, int height) {
        driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    /** The whole page, as a PNG. */
    void screenshot(Path file) throws IOException {
        Object data = driver.executeCdpCommand("Page.captureScreenshot",
                Map.of("format", "png", "captureBeyondViewport", true)).get("data");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(String.valueOf(data)));
    }

    /** What the browser complained about. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream().filter(
                entry -> entry.getLevel().intValue() >= Level.WARNING.intValue()).map(LogEntry::getMessage).toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
