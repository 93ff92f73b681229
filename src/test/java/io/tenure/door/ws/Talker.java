package io.tenure.door.ws;

import io.tenure.door.http.OpenDoor;
import io.tenure.door.http.Told;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A stream client that writes each frame itself, and can write wrong ones. */
final class Talker implements AutoCloseable {

  static final int CONTINUATION = 0;
  static final int TEXT = 1;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  private static final int SWITCHED = 101;
  private static final int FINAL = 0x80;
  private static final int MASKED = 0x80;

  /** The number of requests that are sent before their answers are read. */
  private static final int TOGETHER = 500;

  /** A complete frame that has arrived. */
  record Frame(int opcode, byte[] payload) {
    String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    int closeCode() {
      return ByteBuffer.wrap(payload).getShort();
    }
  }

  final Socket socket;
  final String head;

  /** The first thing that the server says. */
  final Map<String, Object> opened;

  private final DataInputStream in;
  private final OutputStream out;
  private final Deque<Message> unread = new ArrayDeque<>();
  private final Deque<byte[]> unreadBinary = new ArrayDeque<>();
  private boolean answersPings = true;
  private final AtomicLong written = new AtomicLong();
  private long lastSeq;

  Talker(OpenDoor door, String... headers) throws IOException {
    this(connected(door), headers);
  }

  Talker(Socket socket, String... headers) throws IOException {
    this.socket = socket;
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
    StringBuilder request = new StringBuilder("GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n");
    request.append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n");
    request.append("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    out.write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    head = head();
    opened = status() == SWITCHED ? Told.object(read().text()) : Map.of();
  }

  /** Opens a stream that also uses compact frames. */
  static Talker binary(OpenDoor door) throws IOException {
    return new Talker(door, "Sec-WebSocket-Protocol: tenure.v1.bin");
  }

  /** The bytes that the other side, or the network between, has taken. */
  long written() {
    return written.get();
  }

  Talker neverPongs() {
    answersPings = false;
    return this;
  }

  int status() {
    return Integer.parseInt(head.split(" ")[1]);
  }

  /** {@code fields}: as in {@code "op":"renew","leaseId":"..."}. */
  Message ask(String fields) throws IOException {
    return answer(send(fields));
  }

  /** Sends a request and returns its seq. */
  long send(String fields) throws IOException {
    lastSeq++;
    text("{\"seq\":" + lastSeq + "," + fields + "}");
    return lastSeq;
  }

  Message acquire(String key) throws IOException {
    return acquire(key, "30s");
  }

  Message acquire(String key, String ttl) throws IOException {
    return ask(wish(key, ttl));
  }

  Message acquireUnder(String session, String key) throws IOException {
    return ask(
        "\"op\":\"acquire\",\"holder\":\"anna\",\"key\":\""
            + key
            + "\",\"session\":\""
            + session
            + "\"");
  }

  static String wish(String key, String ttl) {
    return "\"op\":\"acquire\",\"holder\":\"anna\",\"key\":\"" + key + "\",\"ttl\":\"" + ttl + "\"";
  }

  /** Acquires {@code count} leases under keys with this prefix, and returns their ids. */
  List<String> acquireAll(String prefix, int count) throws IOException {
    List<String> ids = new ArrayList<>();
    for (int from = 0; from < count; from += TOGETHER) {
      List<Long> seqs = new ArrayList<>();
      for (int at = from; at < Math.min(count, from + TOGETHER); at++) {
        seqs.add(send(wish(prefix + at, "30s")));
      }
      for (long seq : seqs) {
        ids.add(answer(seq).text("leaseId"));
      }
    }
    return ids;
  }

  String openSession() throws IOException {
    return ask("\"op\":\"open-session\",\"ttl\":30,\"holder\":\"anna\"").text("sessionId");
  }

  CompactFrames.Renewed renew(long seq, List<String> leaseIds) throws IOException {
    binary(CompactFrames.renew(seq, leaseIds));
    return renewed();
  }

  CompactFrames.Renewed renewed() throws IOException {
    return CompactFrames.renewed(answeredBinary());
  }

  void binary(byte[] frame) throws IOException {
    write(FINAL | BINARY, frame);
  }

  void text(String text) throws IOException {
    write(FINAL | TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  void write(int finalAndOpcode, byte[] payload) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream(payload.length + 14);
    frame.write(finalAndOpcode);
    if (payload.length < 126) {
      frame.write(MASKED | payload.length);
    } else if (payload.length < 65_536) {
      frame.write(MASKED | 126);
      frame.writeBytes(ByteBuffer.allocate(2).putShort((short) payload.length).array());
    } else {
      frame.write(MASKED | 127);
      frame.writeBytes(ByteBuffer.allocate(8).putLong(payload.length).array());
    }
    byte[] mask = {1, 2, 3, 4};
    frame.writeBytes(mask);
    for (int at = 0; at < payload.length; at++) {
      frame.write(payload[at] ^ mask[at % 4]);
    }
    out.write(frame.toByteArray());
    written.addAndGet(frame.size());
  }

  Message answer(long seq) throws IOException {
    return next(message -> message.get("seq") instanceof Number told && told.longValue() == seq);
  }

  /** The answer to a message without a readable seq. */
  Message refusal() throws IOException {
    return next(message -> message.fields().containsKey("seq") && message.get("seq") == null);
  }

  Message pushed(String what) throws IOException {
    return next(message -> what.equals(message.get("push")));
  }

  byte[] answeredBinary() throws IOException {
    while (unreadBinary.isEmpty()) {
      readOne();
    }
    return unreadBinary.remove();
  }

  /** Reads until one answer of either kind has come. */
  boolean answeredSomehow() throws IOException {
    while (true) {
      if (!unreadBinary.isEmpty()) {
        unreadBinary.remove();
        return true;
      }
      if (unread.removeIf(message -> message.fields().containsKey("seq"))) {
        return true;
      }
      readOne();
    }
  }

  boolean hasUnread(String push) {
    return unread.stream().anyMatch(message -> push.equals(message.get("push")));
  }

  /** Reads until the other side closes, and returns its code; 0 when there is no code. */
  int closed() throws IOException {
    try {
      while (true) {
        Frame frame = read();
        if (frame.opcode == CLOSE) {
          return frame.closeCode();
        }
        take(frame);
      }
    } catch (EOFException | SocketException cut) {
      return 0;
    }
  }

  Frame read() throws IOException {
    int opcode = in.readUnsignedByte();
    long length = in.readUnsignedByte();
    if (length == 126) {
      length = in.readUnsignedShort();
    } else if (length == 127) {
      length = in.readLong();
    }
    Frame frame = new Frame(opcode & 0x0f, in.readNBytes((int) length));
    if (frame.opcode == PING && answersPings) {
      write(FINAL | PONG, frame.payload);
    }
    return frame;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private interface Wanted {
    boolean is(Message message);
  }

  private Message next(Wanted wanted) throws IOException {
    while (true) {
      Iterator<Message> each = unread.iterator();
      while (each.hasNext()) {
        Message message = each.next();
        if (wanted.is(message)) {
          each.remove();
          return message;
        }
      }
      readOne();
    }
  }

  private void readOne() throws IOException {
    Frame frame = read();
    if (frame.opcode == CLOSE) {
      throw new EOFException("closed with " + frame.closeCode());
    }
    take(frame);
  }

  private void take(Frame frame) {
    if (frame.opcode == TEXT) {
      Map<String, Object> fields = Told.object(frame.text());
      if ("lost".equals(fields.get("push"))) {
        Message.losses(fields).forEach(unread::add);
      } else {
        unread.add(new Message(new HashMap<>(fields)));
      }
    } else if (frame.opcode == BINARY) {
      unreadBinary.add(frame.payload);
    }
  }

  private static Socket connected(OpenDoor door) throws IOException {
    Socket socket = new Socket("127.0.0.1", door.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private String head() throws IOException {
    StringBuilder all = new StringBuilder();
    while (all.indexOf("\r\n\r\n") < 0) {
      all.append((char) in.readUnsignedByte());
    }
    return all.toString();
  }
}
