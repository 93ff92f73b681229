package io.tenure.store.embedded;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends control commands to the private Redis, each over a connection of its own. It writes plain
 * lines, without the client of the store: that client logs loud errors for a Redis that closes
 * while it connects, which here is nothing but an answer.
 */
record RedisControl(Vertx vertx, PrivateAddress address) {

  /** The process that answered. {@code loading}: it reads its data and does nothing else yet. */
  record Answer(Path directory, long pid, boolean loading) {}

  private static final Pattern DIRECTORY = Pattern.compile("\r\ndir\r\n\\$\\d+\r\n(.*?)\r\n\\$");
  private static final Pattern PID = Pattern.compile("\nprocess_id:(\\d{1,18})\r\n");
  private static final Pattern LOADING = Pattern.compile("\nloading:([01])\r\n");
  private static final Pattern REFUSAL = Pattern.compile("(?:^|\n)-([^\r\n]{1,200})\r\n");

  /** Ten times the size of an answer. */
  private static final int ANSWER_BYTES_MAX = 1 << 16;

  Future<Answer> identify(long timeoutMillis) {
    return over(timeoutMillis, "CONFIG GET dir\r\nINFO\r\n");
  }

  /** Fails even when the Redis obeys: it exits without an answer. */
  Future<Answer> shutDown(long timeoutMillis) {
    return over(timeoutMillis, "SHUTDOWN NOSAVE\r\n");
  }

  private Future<Answer> over(long timeoutMillis, String question) {
    var client = vertx.createNetClient();
    return client
        .connect(address.socketAddress())
        .compose(
            socket -> {
              var answer = hear(socket);
              socket.write(address.greeting() + question).onFailure(answer::tryFail);
              return answer.future();
            })
        .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
        .onComplete(done -> client.close());
  }

  private static Promise<Answer> hear(NetSocket socket) {
    var answer = Promise.<Answer>promise();
    var heard = Buffer.buffer();
    socket.exceptionHandler(answer::tryFail);
    socket.closeHandler(closed -> answer.tryFail(new IOException("it hung up")));
    socket.handler(
        bytes -> {
          heard.appendBuffer(bytes);
          var text = heard.toString(StandardCharsets.UTF_8);
          var refusal = REFUSAL.matcher(text);
          var found = understood(text);
          if (refusal.find()) {
            answer.tryFail(new IOException(refusal.group(1)));
          } else if (found != null) {
            answer.tryComplete(found);
          } else if (heard.length() > ANSWER_BYTES_MAX) {
            answer.tryFail(new IOException("this is no Redis"));
          }
        });
    return answer;
  }

  /** Null as long as the answer is incomplete. */
  private static @Nullable Answer understood(String text) {
    var directory = DIRECTORY.matcher(text);
    var pid = PID.matcher(text);
    var loading = LOADING.matcher(text);
    return directory.find() && pid.find() && loading.find()
        ? new Answer(
            Path.of(directory.group(1)), Long.parseLong(pid.group(1)), loading.group(1).equals("1"))
        : null;
  }
}
