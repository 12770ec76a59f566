package io.galewatch.routing.fleet;

/** Neither the routing database nor any shard has told this process a map yet. */
public final class MapUnknownException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MapUnknownException() {
        super("no map is known yet: neither the routing database nor any shard has answered");
    }
}
