package io.tenure.fault;

import io.tenure.api.Request;
import io.tenure.shard.call.Call;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.parsetools.RecordParser;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A server in its own process, with a protocol of plain lines. Requests are {@code id verb
 * words...}, answers are {@code id answer words...}, in any order. It ends with its standard input,
 * so that it never outlives the test. It never prints a leaseId.
 */
final class FaultServer {

  /** The limit of open requests of one connection; a client here has far fewer. */
  private static final int OPEN_MAX = 10_000;

  static final String LEFT = "left in order";

  /** Longer than a server waits for its store when it stops. */
  private static final int LEAVING_SECONDS = 8;

  private final String name;
  private final Contact contact;

  private FaultServer(String name, Contact contact) {
    this.name = name;
    this.contact = contact;
  }

  /** Settings as words {@code name=value}. */
  public static void main(String[] words) {
    Map<String, String> settings = new HashMap<>();
    for (String word : words) {
      settings.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
    }
    endWithInput();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
    Contact.start(vertx, settings)
        .onSuccess(FaultServer::leaveInOrder)
        .compose(contact -> open(vertx, settings, contact))
        .onFailure(FaultServer::fail);
  }

  private static Future<Contact> open(Vertx vertx, Map<String, String> settings, Contact contact) {
    FaultServer door = new FaultServer(Objects.requireNonNull(settings.get("name")), contact);
    return vertx
        .createNetServer()
        .connectHandler(socket -> door.new Visit(socket).begin())
        .listen(Integer.parseInt(settings.get("port")), "127.0.0.1")
        .map(
            listening -> {
              System.out.println("ready " + listening.actualPort());
              return contact;
            });
  }

  /** Ends at once with the input, because the test is gone then. */
  private static void endWithInput() {
    Thread input =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException gone) {
                System.out.println("input is gone");
              }
              Runtime.getRuntime().halt(1);
            },
            "standard input");
    input.setDaemon(true);
    input.start();
  }

  /**
   * Stops in order at SIGTERM, as every server does: it goes on answering until its shards are
   * handed back.
   */
  private static void leaveInOrder(Contact contact) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  CountDownLatch left = new CountDownLatch(1);
                  contact.stop().onComplete(done -> left.countDown());
                  try {
                    boolean inTime = left.await(LEAVING_SECONDS, TimeUnit.SECONDS);
                    System.out.println(inTime ? LEFT : "did not leave in time");
                  } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                  }
                },
                "leave"));
  }

  private static void fail(Throwable cause) {
    System.out.println("failed " + cause);
    Runtime.getRuntime().halt(2);
  }

  /** One connection. Owned by its loop. */
  private final class Visit {
    private final NetSocket socket;
    private final Set<Call> open = new HashSet<>();

    Visit(NetSocket socket) {
      this.socket = socket;
    }

    void begin() {
      RecordParser lines = RecordParser.newDelimited("\n", this::read);
      lines.maxRecordSize(Connection.LINE_BYTES_MAX);
      lines.exceptionHandler(tooLong -> socket.close());
      socket.exceptionHandler(broken -> socket.close());
      socket.closeHandler(gone -> List.copyOf(open).forEach(Call::withdraw));
      socket.handler(lines);
      socket.write("hello " + name + "\n");
    }

    private void read(Buffer line) {
      List<String> words = AskedLine.words(line.toString());
      String id = words.get(0);
      if (open.size() >= OPEN_MAX) {
        answer(id, new Told.Busy(100));
        return;
      }
      Request request = AskedLine.parse(words.subList(1, words.size()));
      if (request instanceof Request.Renew renew && renew.leases().size() > 1) {
        contact.renew(renew.leases()).onSuccess(told -> answer(id, told));
      } else {
        ask(request).onSuccess(told -> answer(id, told));
      }
    }

    private Future<Told> ask(Request request) {
      Call call = contact.ask(request);
      open.add(call);
      return call.answer().onComplete(done -> open.remove(call)).map(Contact::told);
    }

    private void answer(String id, Told told) {
      socket.write(id + " " + ToldLine.spell(told) + "\n");
    }
  }
}
