package io.galewatch.sim.lab;

import io.galewatch.sim.relay.Relay;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The relays of a fleet: one for each box and database. */
public final class Links implements AutoCloseable {

    private record Pair(String box, String database) {}

    private final Map<Pair, Relay> relays = new LinkedHashMap<>();

    private Links() {}

    /** Opens all relays, on the ports that the state names already or on free ones, and writes the ports down. */
    static Links open(StateFile state) {
        Links links = new Links();
        LabState known = state.require();
        List<LabState.RelayEntry> opened = new ArrayList<>();
        for (LabState.BoxEntry box : known.boxes()) {
            for (LabState.DatabaseEntry database : known.databases()) {
                int port = known.relays().stream().filter(
                        relay -> relay.box().equals(box.name()) && relay.database().equals(database.name())).mapToInt(
                                LabState.RelayEntry::port).findFirst().orElse(0);
                Relay relay = Relay.open(port,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), database.port()));
                links.relays.put(new Pair(box.name(), database.name()), relay);
                opened.add(new LabState.RelayEntry(box.name(), database.name(), relay.port()));
            }
        }
        state.update(now -> now.withRelays(opened));
        return links;
    }

    public Relay between(String box, String database) {
        Relay relay = relays.get(new Pair(box, database));
        if (relay == null) {
            throw new IllegalArgumentException("no relay between " + box + " and " + database);
        }
        return relay;
    }

    /** All relays of one box. */
    public List<Relay> of(String box) {
        return relays.entrySet().stream().filter(entry -> entry.getKey().box().equals(box)).map(
                Map.Entry::getValue).toList();
    }

    /** Mends everything. */
    public void pass() {
        relays.values().forEach(Relay::pass);
    }

    @Override
    public void close() {
        relays.values().forEach(Relay::close);
    }
}
