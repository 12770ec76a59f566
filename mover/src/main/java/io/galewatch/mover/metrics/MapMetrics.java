package io.galewatch.mover.metrics;

import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.MapUnknownException;
import io.galewatch.routing.fleet.MapView;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;
import org.springframework.stereotype.Component;

/** The map by which this box works: two boxes that answer "what is N" differently are seen. 0 before the first map. */
@Component
class MapMetrics {

    MapMetrics(MeterRegistry registry, FleetMap map) {
        gauge(registry, "galewatch.map.known.epoch", "Epoch of the newest map that this box knows", map,
                view -> view.map().epoch());
        gauge(registry, "galewatch.map.known.shards", "Number of shards by which this box addresses turbines", map,
                view -> view.map().shards());
        gauge(registry, "galewatch.map.settled",
                "1 when this box knows that every row is at home under the newest map; 0 while turbines are to be moved",
                map, view -> view.settled() ? 1 : 0);
    }

    private static void gauge(MeterRegistry registry, String name, String description, FleetMap map,
            ToDoubleFunction<MapView> value) {
        Gauge.builder(name, map, known -> of(known, value)).description(description).register(registry);
    }

    private static double of(FleetMap map, ToDoubleFunction<MapView> value) {
        try {
            return value.applyAsDouble(map.view());
        } catch (MapUnknownException e) {
            return 0;
        }
    }
}
