package io.tenure.store.redis;

import io.tenure.sim.redis.SimRedisError;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection to a real Redis, with the same Java values as replies of SimRedis. */
final class RespClient implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;

  RespClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new BufferedOutputStream(socket.getOutputStream());
  }

  @Nullable Object command(byte[]... command) {
    try {
      write("*" + command.length + "\r\n");
      for (byte[] word : command) {
        write("$" + word.length + "\r\n");
        out.write(word);
        write("\r\n");
      }
      out.flush();
      return read();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private @Nullable Object read() throws IOException {
    String head = line();
    String rest = head.substring(1);
    switch (head.charAt(0)) {
      case '+' -> {
        return rest;
      }
      case '-' -> {
        return new SimRedisError(rest);
      }
      case ':' -> {
        return Long.valueOf(rest);
      }
      case '$' -> {
        int length = Integer.parseInt(rest);
        if (length < 0) {
          return null;
        }
        byte[] bulk = in.readNBytes(length);
        line();
        return bulk;
      }
      default -> {
        int length = Integer.parseInt(rest);
        if (length < 0) {
          return null;
        }
        List<Object> all = new ArrayList<>();
        for (int left = length; left > 0; left--) {
          all.add(read());
        }
        return all;
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int octet = in.read(); octet != '\r'; octet = in.read()) {
      if (octet < 0) {
        throw new EOFException("Redis has closed the connection");
      }
      line.append((char) octet);
    }
    in.readByte();
    return line.toString();
  }
}
