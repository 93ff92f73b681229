package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import io.tenure.store.embedded.AtomicFile.State;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** The address at which the private Redis listens, for this server alone. */
sealed interface PrivateAddress {

  /** The capacity of {@code sockaddr_un} on every system that we know, with its closing zero. */
  int SOCKET_PATH_BYTES_MAX = 103;

  /** For the store's client. May hold a password: not to be shown. */
  String uri();

  SocketAddress socketAddress();

  /** The command that it wants first on each connection. */
  String greeting();

  /** The lines of the Redis configuration. */
  List<String> configuration();

  /** This address, or another one if another program has taken it meanwhile. */
  PrivateAddress stillFree(RedisFiles home) throws IOException;

  /** Only a program that may enter the directory can reach it. */
  record Socket(Path path) implements PrivateAddress {
    @Override
    public String uri() {
      try {
        String rawPath = new URI(null, null, path.toString(), null).getRawPath();
        // The reader of an address takes these for a part of a login.
        return "unix://" + rawPath.replace("@", "%40").replace("=", "%3D");
      } catch (URISyntaxException anyPathCanBeQuoted) {
        throw new IllegalStateException(anyPathCanBeQuoted);
      }
    }

    @Override
    public List<String> configuration() {
      return List.of(
          "port 0", "unixsocket " + RedisFiles.quoted(path.toString()), "unixsocketperm 700");
    }

    @Override
    public SocketAddress socketAddress() {
      return SocketAddress.domainSocketAddress(path.toString());
    }

    @Override
    public String greeting() {
      return "";
    }

    @Override
    public PrivateAddress stillFree(RedisFiles home) {
      return this;
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  /** Only a program that knows the password can reach it. */
  record Loopback(int port, String password) implements PrivateAddress {

    private static final Pattern KEPT =
        Pattern.compile("port (\\d{1,5})\npassword ([0-9a-f]{64})\n");
    private static final int PASSWORD_BYTES = 32;

    /**
     * Below the ports that systems give to outgoing connections, so that it stays free over
     * restarts.
     */
    private static final int PORT_MIN = 20_000;

    private static final int PORTS = 12_000;
    private static final byte[] LOCALHOST = {127, 0, 0, 1};
    private static final int TRIES = 100;

    @Override
    public String uri() {
      return "redis://:" + password + "@127.0.0.1:" + port;
    }

    @Override
    public List<String> configuration() {
      return List.of("bind 127.0.0.1", "port " + port, "requirepass " + password);
    }

    /** An address on another port, with another password. */
    static Loopback kept(RedisFiles home) throws IOException {
      var fresh = fresh();
      home.address().write("port " + fresh.port + "\npassword " + fresh.password + "\n");
      return fresh;
    }

    private static Loopback fresh() throws IOException {
      var chance = new SecureRandom();
      var secret = new byte[PASSWORD_BYTES];
      chance.nextBytes(secret);
      for (int i = 0; i < TRIES; i++) {
        var address =
            new Loopback(PORT_MIN + chance.nextInt(PORTS), HexFormat.of().formatHex(secret));
        if (address.isFree()) {
          return address;
        }
      }
      throw new StoreUnusableException(
          "no free port on 127.0.0.1 between 20000 and 32000; stop what takes them");
    }

    @Override
    public SocketAddress socketAddress() {
      return SocketAddress.inetSocketAddress(port, "127.0.0.1");
    }

    @Override
    public String greeting() {
      return "AUTH " + password + "\r\n";
    }

    @Override
    public PrivateAddress stillFree(RedisFiles home) throws IOException {
      return isFree() ? this : kept(home);
    }

    private boolean isFree() {
      try (var taken = new ServerSocket(port, 1, InetAddress.getByAddress(LOCALHOST))) {
        return taken.isBound();
      } catch (IOException taken) {
        return false;
      }
    }

    @Override
    public String toString() {
      return "127.0.0.1:" + port;
    }
  }

  /** The address used before in this home, or a new one. */
  static PrivateAddress in(RedisFiles home) throws IOException {
    if (fits(home.socket())) {
      return new Socket(home.socket());
    }
    var kept = home.address().read();
    var found = Loopback.KEPT.matcher(kept.text());
    if (kept.state() == State.WHOLE && found.matches()) {
      return new Loopback(Integer.parseInt(found.group(1)), found.group(2));
    }
    return Loopback.kept(home);
  }

  private static boolean fits(Path socket) {
    return socket.toString().getBytes(StandardCharsets.UTF_8).length <= SOCKET_PATH_BYTES_MAX;
  }
}
