package io.tenure.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Validity;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what a shard said into an object that is open. */
public final class ReplyWriter {

  private ReplyWriter() {}

  /** Of a reply that {@link Problem#of(Reply)} does not call a refusal. */
  public static void write(JsonGenerator json, Reply reply) throws IOException {
    if (reply instanceof Reply.Granted granted) {
      granted(json, granted);
    } else if (reply instanceof Reply.Renewed renewed) {
      renewed(json, (RenewalReply.Renewed) renewed.results().get(0));
    } else if (reply instanceof Reply.Released released) {
      json.writeNumberField("token", released.token());
      json.writeNumberField("agoMs", released.agoMillis());
    } else if (reply instanceof Reply.Broken broken) {
      broken(json, broken);
    } else if (reply instanceof Reply.Transferred transferred) {
      transferred(json, transferred);
    } else if (reply instanceof Reply.ValueSet set) {
      json.writeNumberField("token", set.token());
    } else if (reply instanceof Reply.LeaseState state) {
      json.writeStringField("key", state.key().toString());
      ViewWriter.write(json, state.lease());
    } else if (reply instanceof Reply.KeyState state) {
      ViewWriter.write(json, state);
    } else {
      writeOther(json, reply);
    }
  }

  private static void writeOther(JsonGenerator json, Reply reply) throws IOException {
    if (reply instanceof Reply.SessionOpened opened) {
      json.writeStringField("sessionId", opened.session().text());
      json.writeStringField("holder", opened.holder());
      term(json, opened.validity());
    } else if (reply instanceof Reply.SessionState state) {
      json.writeStringField("holder", state.holder());
      term(json, state.validity());
    } else if (reply instanceof Reply.SessionClosed) {
      json.writeBooleanField("closed", true);
    } else if (reply instanceof Reply.FenceRaised raised) {
      json.writeNumberField("token", raised.token());
    } else if (reply instanceof Reply.FenceMark mark) {
      json.writeNumberField("token", mark.token());
    } else if (reply instanceof Reply.FenceDropped dropped) {
      json.writeStringField("fence", dropped.fence());
      json.writeNumberField("token", dropped.token());
    } else if (reply instanceof Reply.QuarantineEnded ended) {
      json.writeBooleanField("ended", ended.ended());
      json.writeNumberField("remainingMs", ended.remainingMillis());
      json.writeStringField("doubt", ended.doubt());
    } else {
      throw new IllegalArgumentException(reply.getClass() + " is no answer of its own");
    }
  }

  /** One that lives: for a lease of its own, and for each of many. */
  public static void renewed(JsonGenerator json, RenewalReply.Renewed renewed) throws IOException {
    json.writeNumberField("token", renewed.token());
    term(json, renewed.validity());
    if (renewed.breaking()) {
      json.writeBooleanField("breaking", true);
    }
  }

  /** One lease of those that were lost; {@code key} null: it is not known. */
  public static void lost(
      JsonGenerator json, LeaseId lease, @Nullable Key key, long token, Outcome how, String reason)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("leaseId", lease.text());
    if (key != null) {
      json.writeStringField("key", key.toString());
    }
    json.writeNumberField("token", token);
    json.writeStringField("code", how.name());
    if (!reason.isEmpty()) {
      json.writeStringField("reason", reason);
    }
    json.writeEndObject();
  }

  /** RFC 9457, with what is ours behind it. */
  public static void problem(JsonGenerator json, Problem problem) throws IOException {
    json.writeStringField("type", problem.code().type());
    json.writeStringField("title", problem.code().title());
    json.writeNumberField("status", problem.code().status());
    json.writeStringField("detail", problem.detail());
    refusal(json, problem);
  }

  /** What programs need of a problem: for one result of many. */
  public static void refusal(JsonGenerator json, Problem problem) throws IOException {
    json.writeStringField("code", problem.code().name());
    json.writeBooleanField("retryable", problem.code().retryable());
    if (problem.retryAfterMillis() != Problem.NO_RETRY) {
      json.writeNumberField("retryAfterMs", problem.retryAfterMillis());
    }
    if (problem.field() != null) {
      json.writeStringField("field", problem.field());
    }
    for (Map.Entry<String, Object> fact : problem.more().entrySet()) {
      fact(json, fact.getKey(), fact.getValue());
    }
  }

  private static void fact(JsonGenerator json, String name, Object fact) throws IOException {
    if (fact instanceof Number number) {
      json.writeNumberField(name, number.longValue());
    } else if (fact instanceof Boolean truth) {
      json.writeBooleanField(name, truth);
    } else {
      json.writeStringField(name, fact.toString());
    }
  }

  private static void granted(JsonGenerator json, Reply.Granted granted) throws IOException {
    json.writeStringField("leaseId", granted.lease().text());
    json.writeStringField("key", granted.key().toString());
    json.writeStringField("holder", granted.holder());
    json.writeNumberField("token", granted.token());
    term(json, granted.validity());
    if (granted.slot() >= 0) {
      json.writeNumberField("slot", granted.slot());
    }
    ValueFields.write(json, granted.value());
    json.writeNumberField("revision", granted.token());
  }

  private static void broken(JsonGenerator json, Reply.Broken broken) throws IOException {
    json.writeArrayFieldStart("tokens");
    for (long token : broken.tokens()) {
      json.writeNumber(token);
    }
    json.writeEndArray();
    json.writeBooleanField("atOnce", broken.atOnce());
  }

  /** A waiter that got the key is told its leaseId itself. */
  private static void transferred(JsonGenerator json, Reply.Transferred transferred)
      throws IOException {
    if (transferred.lease() != null) {
      json.writeStringField("leaseId", transferred.lease().text());
    }
    json.writeStringField("holder", transferred.holder());
    json.writeNumberField("token", transferred.token());
    if (transferred.lease() != null) {
      term(json, transferred.validity());
    }
  }

  private static void term(JsonGenerator json, Validity validity) throws IOException {
    json.writeNumberField("ttlMs", validity.ttlMillis());
    json.writeNumberField("validForMs", validity.validForMillis());
    json.writeNumberField("renewAfterMs", validity.renewAfterMillis());
    json.writeNumberField("safetyMs", validity.safetyMillis());
  }
}
