package io.galewatch.mover.ingest;

import io.galewatch.routing.read.Reading;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a request's body element by element, so that a body is never in memory as a whole and a bad element does not hide
 * the ones after it.
 */
final class BodyReader {

    private static final int MAX_DEPTH = 20;

    private final JsonFactory json = JsonFactory.builder().streamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).maxNumberLength(400).build()).disable(
                    StreamReadFeature.AUTO_CLOSE_SOURCE).disable(
                            StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION).enable(
                                    StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();
    private final ElementReader elements;
    private final int maxReadings;
    private final long maxBytes;

    BodyReader(InstantSource clock, IngestProperties properties) {
        this.elements = new ElementReader(clock);
        this.maxReadings = properties.maxRequestReadings();
        this.maxBytes = properties.maxRequestSize().toBytes();
    }

    /**
     * Reads all elements.
     *
     * @param length what the sender says of it, or negative
     * @param share grows with every element
     * @throws RefusedBodyException malformed, too large, or too much for this box at the moment
     */
    List<Element> read(InputStream body, long length, Admission.Share share) {
        if (length > maxBytes) {
            throw tooLong();
        }
        BoundedStream bounded = new BoundedStream(body, maxBytes);
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), bounded)) {
            return elements(parser, share);
        } catch (JacksonException e) {
            if (bounded.isExceeded()) {
                throw tooLong();
            }
            throw RefusedBodyException.malformed("the body is not a JSON array of readings: " + e.getOriginalMessage());
        }
    }

    private RefusedBodyException tooLong() {
        return RefusedBodyException.tooLarge("the body has more than " + maxBytes + " bytes");
    }

    private List<Element> elements(JsonParser parser, Admission.Share share) {
        if (parser.nextToken() != JsonToken.START_ARRAY) {
            throw RefusedBodyException.malformed("the body is not a JSON array of readings");
        }
        List<Element> read = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (read.size() == maxReadings) {
                throw RefusedBodyException.tooLarge("more than " + maxReadings + " readings in one request");
            }
            if (!share.growByOne()) {
                throw RefusedBodyException.overloaded();
            }
            read.add(elements.read(parser, read.size()));
        }
        if (parser.nextToken() != null) {
            throw RefusedBodyException.malformed("something follows the array of readings");
        }
        return read;
    }

    /** Only the good ones among elements. */
    static List<Element.Good> good(List<Element> elements) {
        return elements.stream().filter(Element.Good.class::isInstance).map(Element.Good.class::cast).toList();
    }

    static List<Element.Bad> bad(List<Element> elements) {
        return elements.stream().filter(Element.Bad.class::isInstance).map(Element.Bad.class::cast).toList();
    }

    static List<Reading> readings(List<Element.Good> good) {
        return good.stream().map(Element.Good::reading).toList();
    }
}
