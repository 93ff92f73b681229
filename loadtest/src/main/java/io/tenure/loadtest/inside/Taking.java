package io.tenure.loadtest.inside;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Acquires leases over a stream, hundreds of requests on their way at once. */
final class Taking {

  private static final int TOGETHER = 500;
  private static final Pattern LEASE_ID = Pattern.compile("\"leaseId\":\"([^\"]+)\"");

  private Taking() {}

  /** The ids of so many leases that outlive every measurement. */
  static List<String> leases(int port, int count) {
    List<String> ids = new ArrayList<>(count);
    try (SocketChannel channel = Pipes.open(port, "tenure.v1.json")) {
      var out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
      var in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
      for (int from = 0; from < count; from += TOGETHER) {
        int now = Math.min(TOGETHER, count - from);
        for (int seq = from; seq < from + now; seq++) {
          send(out, seq);
        }
        out.flush();
        for (int answer = 0; answer < now; answer++) {
          ids.add(leaseId(read(in)));
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return ids;
  }

  private static void send(DataOutputStream out, int seq) throws IOException {
    String text =
        """
        {"seq":%d,"op":"acquire","key":"lines/%08d","ttl":"24h","holder":"lines"}"""
            .formatted(seq, seq);
    out.writeByte(0x81);
    out.writeByte(0x80 | text.length());
    out.writeInt(0);
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String read(DataInputStream in) throws IOException {
    in.readUnsignedByte();
    int length = in.readUnsignedByte();
    return new String(
        in.readNBytes(length == 126 ? in.readUnsignedShort() : length), StandardCharsets.UTF_8);
  }

  private static String leaseId(String answer) {
    Matcher id = LEASE_ID.matcher(answer);
    if (!id.find()) {
      throw new IllegalStateException("not granted: " + answer);
    }
    return id.group(1);
  }
}
