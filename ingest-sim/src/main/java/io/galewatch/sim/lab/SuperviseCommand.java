package io.galewatch.sim.lab;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The background process of a detached fleet; {@code up --detach} and {@code rebalance --keep} start it. */
@Command(name = "supervise", hidden = true)
final class SuperviseCommand implements Callable<Integer> {

    @Mixin
    private WorkOption work = new WorkOption();

    @Option(names = "--turbines-too")
    private boolean turbines;

    @Override
    public Integer call() throws InterruptedException {
        Layout layout = new Layout(work.directory());
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Interruption interruption = Interruption.cleaningUpBy(() -> {
            stop.countDown();
            awaitQuietly(stopped);
        });
        try {
            new Supervisor(layout, new StateFile(layout)).run(turbines, stop);
            return ExitCode.CLEAN;
        } finally {
            stopped.countDown();
            interruption.finished();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
