package io.galewatch.routing.read;

/** No shard that could hold it has ever stored a reading of this turbine. */
public final class UnknownTurbineException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String turbine;

    public UnknownTurbineException(String turbine) {
        super("no reading of turbine '" + turbine + "' is stored");
        this.turbine = turbine;
    }

    public String turbine() {
        return turbine;
    }
}
