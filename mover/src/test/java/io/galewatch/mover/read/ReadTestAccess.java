package io.galewatch.mover.read;

import io.galewatch.routing.read.HistoryReader;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** Opens the read endpoints beside another controller, without a whole box. */
public final class ReadTestAccess {

    private ReadTestAccess() {}

    public static MockMvc withReads(Object other, HistoryReader reader) {
        return MockMvcBuilders.standaloneSetup(other, new ReadController(reader)).setControllerAdvice(
                new ReadProblems()).build();
    }
}
