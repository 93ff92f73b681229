package io.tenure.client.transport;

import io.tenure.api.LeaseId;
import io.tenure.api.Operation;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.MalformedAnswerException;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.ProblemException;
import io.tenure.wire.ServerMessage;
import io.tenure.wire.StreamRequest;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * One connection to one server, from its opening to its end. Requests and renewals have numbers,
 * and the server may push messages. When the connection ends, every pending request fails, because
 * its outcome is unknown.
 */
final class ClientStream implements WebSocket.Listener {

  /** Larger than any answer; the largest is a page of keys with the longest names and values. */
  private static final int MESSAGE_CHARS_MAX = 8 << 20;

  /** A server that ends a stream right after its beginning does so within this time. */
  private static final long OF_USE_NANOS = 5_000_000_000L;

  private final URI server;
  private final Consumer<LossPush> onLost;
  private final Runnable onEnd;
  private final PendingQuestions questions = new PendingQuestions();

  /** The pending renewals. Seqs of compact frames have 32 bits; no stream lives for so many. */
  private final Map<Long, MonoSink<List<RenewalAnswer>>> renewed = new ConcurrentHashMap<>();

  private final StallDetector frames = new StallDetector();

  /** For text requests, except those that wait in a queue: their answers are not due yet. */
  private final StallDetector texts = new StallDetector();

  private final SilenceLimit silence = new SilenceLimit();
  private final StringBuilder text = new StringBuilder();
  private ByteBuffer binary = ByteBuffer.allocate(0);
  private volatile @Nullable WebSocket socket;
  private volatile @Nullable OutgoingMessages outgoing;
  private volatile boolean ended;
  private volatile boolean leaving;
  private volatile boolean answered;
  private volatile long openedNanos = System.nanoTime();
  private volatile long heardNanos = openedNanos;

  /**
   * {@code onEnd}: runs when the stream takes no more requests, now or soon; may run more than
   * once.
   */
  ClientStream(URI server, Consumer<LossPush> onLost, Runnable onEnd) {
    this.server = server;
    this.onLost = onLost;
    this.onEnd = onEnd;
  }

  URI server() {
    return server;
  }

  /** Whether the server has asked its clients to go to another server. */
  boolean leaving() {
    return leaving;
  }

  boolean usable() {
    return outgoing != null && !ended && !leaving;
  }

  /** Whether the stream has carried an answer, or was open for a while. */
  boolean wasOfUse() {
    return answered || System.nanoTime() - openedNanos > OF_USE_NANOS;
  }

  /** Whether the server misses its own heartbeats: nothing at all has arrived for too long. */
  boolean silentForTooLong() {
    return System.nanoTime() - heardNanos > silence.longest().toNanos();
  }

  /** Returns how long the server may stay silent. */
  Duration silenceMax() {
    return silence.longest();
  }

  /**
   * Returns for how long no frame of renewals was answered although one is due; 0 when none is due.
   */
  long renewalsLateNanos() {
    return frames.nanos();
  }

  /** Returns for how long requests of any kind, as frames or as text, were not answered. */
  long lateNanos() {
    return Math.max(frames.nanos(), texts.nanos());
  }

  Mono<ServerMessage> ask(ClientRequest ask) {
    return Mono.create(
        sink -> questions.add(sink, seq -> askBy(sink, seq, ask), seq -> cancel(seq, ask)));
  }

  Mono<List<RenewalAnswer>> renew(List<RenewalTarget> all, Duration within) {
    return Mono.<List<RenewalAnswer>>create(
            sink -> {
              long seq = questions.nextSeq();
              renewed.put(seq, sink);
              sink.onDispose(() -> renewed.remove(seq, sink));
              frames.asked(seq);
              if (!send(sink, out -> out.binary(CompactRenewals.ask((int) seq, all)))) {
                frames.answered(seq);
              }
            })
        .timeout(within, Mono.error(() -> unanswered("did not answer renewals in time")));
  }

  /** Ends the connection: every pending request fails. */
  void abort() {
    WebSocket open = socket;
    if (open != null) {
      open.abort();
    }
    end("the stream was given up");
  }

  @Override
  public void onOpen(WebSocket opened) {
    socket = opened;
    openedNanos = System.nanoTime();
    outgoing = new OutgoingMessages(opened, () -> end("the stream is broken"));
    opened.request(1);
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
    heard(from);
    if (text.length() + part.length() > MESSAGE_CHARS_MAX) {
      abort();
      return null;
    }
    text.append(part);
    if (last) {
      String whole = text.toString();
      text.setLength(0);
      guard(() -> hear(ServerMessage.read(whole)));
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean last) {
    heard(from);
    ByteBuffer whole = ByteBuffer.allocate(binary.remaining() + part.remaining());
    whole.put(binary).put(part).flip();
    if (whole.remaining() > MESSAGE_CHARS_MAX) {
      abort();
      return null;
    }
    binary = whole;
    if (last) {
      binary = ByteBuffer.allocate(0);
      guard(() -> hearRenewals(whole));
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
    heard(from);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    end("the server has closed the stream: " + reason);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable broken) {
    end("the stream is broken: " + broken.getMessage());
  }

  private interface Sending {
    boolean by(OutgoingMessages out);
  }

  private boolean send(MonoSink<?> sink, Sending sending) {
    OutgoingMessages out = outgoing;
    if (out == null || ended || !sending.by(out)) {
      sink.error(unsent("takes no more requests"));
      return false;
    } else if (ended) {
      sink.error(unanswered("has closed the stream"));
      return false;
    }
    return true;
  }

  private void askBy(MonoSink<ServerMessage> sink, long seq, ClientRequest ask) {
    if (!waits(ask)) {
      texts.asked(seq);
    }
    if (!send(sink, out -> out.text(spelled(seq, ask)))) {
      texts.answered(seq);
    }
  }

  private static boolean waits(ClientRequest ask) {
    return ask.operation() == Operation.ACQUIRE && ask.fields().containsKey("wait");
  }

  private static String spelled(long seq, ClientRequest ask) {
    return json(
        json -> {
          json.writeNumberField("seq", seq);
          json.writeStringField("op", ask.operation().spelling());
          ask.write(json, null);
        });
  }

  /** Takes a waiting request out of its queue; the answers to other requests are only ignored. */
  private void cancel(long seq, ClientRequest ask) {
    OutgoingMessages out = outgoing;
    if (waits(ask) && out != null && !ended) {
      out.text(
          json(
              json -> {
                json.writeNumberField("seq", questions.nextSeq());
                json.writeStringField("op", Operation.CANCEL.spelling());
                json.writeNumberField("of", seq);
              }));
    }
  }

  private void heard(WebSocket from) {
    heardNanos = System.nanoTime();
    from.request(1);
  }

  private void guard(Runnable reading) {
    try {
      reading.run();
    } catch (MalformedAnswerException garbled) {
      abort();
    }
  }

  private void hear(ServerMessage message) {
    String push = message.textOrNull("push");
    if ("lost".equals(push)) {
      message.objects("leases").forEach(this::lost);
    } else if ("opened".equals(push)) {
      silence.opened(message);
    } else if ("goaway".equals(push)) {
      leaving = true;
      onEnd.run();
    } else if (push == null) {
      answered(message);
    }
  }

  private void lost(ServerMessage lease) {
    LeaseId id = LeaseId.parse(lease.text("leaseId"));
    if (id != null) {
      onLost.accept(new LossPush(id, lease.problem()));
    }
  }

  private void answered(ServerMessage message) {
    long seq = message.number("seq", StreamRequest.NO_SEQ);
    boolean refused = OutcomeHttpStatus.refuses(message.number("status"));
    answered = true;
    texts.answered(seq);
    frames.answered(seq);
    MonoSink<ServerMessage> asker = questions.answered(seq);
    MonoSink<List<RenewalAnswer>> renewer = renewed.remove(seq);
    if (refused && asker != null) {
      asker.error(new ProblemException(message.problem()));
    } else if (asker != null) {
      asker.success(message);
    } else if (renewer != null) {
      renewer.error(new ProblemException(message.problem()));
    }
  }

  private void hearRenewals(ByteBuffer answer) {
    long seq = CompactRenewals.seq(answer);
    answered = true;
    frames.answered(seq);
    MonoSink<List<RenewalAnswer>> asker = renewed.remove(seq);
    if (asker != null) {
      asker.success(CompactRenewals.answer(answer));
    }
  }

  private void end(String why) {
    ended = true;
    onEnd.run();
    questions.fail(unanswered(why), unsent(why));
    renewed.values().forEach(sink -> sink.error(unanswered(why)));
  }

  private NoAnswerException unanswered(String why) {
    return new NoAnswerException(server + ": " + why, null);
  }

  private NoAnswerException unsent(String why) {
    return NoAnswerException.unsent(server + ": " + why);
  }

  private static String json(JsonObjectWriter.Body body) {
    return new String(JsonObjectWriter.object(body), StandardCharsets.UTF_8);
  }
}
