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

/** Writes the replies of shards into an open JSON object. */
public final class ReplyWriter implements Reply.Answer.AnswerCases<JsonObjectWriter.Body> {

  private static final ReplyWriter CASES = new ReplyWriter();

  private ReplyWriter() {}

  /** Writes an answer. */
  public static JsonObjectWriter.Body of(Reply.Answer answer) {
    return answer.accept(CASES);
  }

  /** Writes a renewal that succeeded, as the only one or as one of many. */
  public static void renewed(JsonGenerator json, RenewalReply.Renewed renewed) throws IOException {
    json.writeNumberField("token", renewed.token());
    validity(json, renewed.validity());
    if (renewed.breaking()) {
      json.writeBooleanField("breaking", true);
    }
  }

  /** Writes one of the lost leases; {@code key} is null when it is not known. */
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

  /** Writes the fields of RFC 9457, and then those of Tenure. */
  public static void problem(JsonGenerator json, Problem problem) throws IOException {
    json.writeStringField("type", problem.type());
    json.writeStringField("title", problem.code().title());
    json.writeNumberField("status", OutcomeHttpStatus.of(problem.code()));
    json.writeStringField("detail", problem.detail());
    refusal(json, problem);
  }

  /** Writes the fields of a problem that programs need, for one result of many. */
  public static void refusal(JsonGenerator json, Problem problem) throws IOException {
    json.writeStringField("code", problem.code().name());
    json.writeBooleanField("retryable", problem.code().isRetryable());
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

  @Override
  public JsonObjectWriter.Body granted(Reply.Granted granted) {
    return json -> {
      json.writeStringField("leaseId", granted.lease().text());
      json.writeStringField("key", granted.key().toString());
      json.writeStringField("holder", granted.holder());
      json.writeNumberField("token", granted.token());
      validity(json, granted.validity());
      if (granted.slot() >= 0) {
        json.writeNumberField("slot", granted.slot());
      }
      ValueFields.write(json, granted.value());
      json.writeNumberField("revision", granted.token());
    };
  }

  /** Writes the renewal of a single lease, which succeeded. */
  @Override
  public JsonObjectWriter.Body renewed(Reply.Renewed renewed) {
    return json -> renewed(json, (RenewalReply.Renewed) renewed.results().get(0));
  }

  @Override
  public JsonObjectWriter.Body released(Reply.Released released) {
    return json -> {
      json.writeNumberField("token", released.token());
      json.writeNumberField("agoMs", released.agoMillis());
    };
  }

  @Override
  public JsonObjectWriter.Body broken(Reply.Broken broken) {
    return json -> {
      json.writeArrayFieldStart("tokens");
      for (long token : broken.tokens()) {
        json.writeNumber(token);
      }
      json.writeEndArray();
      json.writeBooleanField("atOnce", broken.atOnce());
    };
  }

  /**
   * Writes no leaseId when a waiter got the key: the server sends the leaseId to the waiter itself.
   */
  @Override
  public JsonObjectWriter.Body transferred(Reply.Transferred transferred) {
    return json -> {
      LeaseId lease = transferred.lease();
      if (lease != null) {
        json.writeStringField("leaseId", lease.text());
      }
      json.writeStringField("holder", transferred.holder());
      json.writeNumberField("token", transferred.token());
      if (lease != null) {
        validity(json, transferred.validity());
      }
    };
  }

  @Override
  public JsonObjectWriter.Body valueSet(Reply.ValueSet set) {
    return json -> json.writeNumberField("token", set.token());
  }

  @Override
  public JsonObjectWriter.Body leaseState(Reply.LeaseState state) {
    return json -> {
      json.writeStringField("key", state.key().toString());
      ViewWriter.write(json, state.lease());
    };
  }

  @Override
  public JsonObjectWriter.Body keyState(Reply.KeyState state) {
    return json -> ViewWriter.write(json, state);
  }

  @Override
  public JsonObjectWriter.Body sessionOpened(Reply.SessionOpened opened) {
    return json -> {
      json.writeStringField("sessionId", opened.session().text());
      json.writeStringField("holder", opened.holder());
      validity(json, opened.validity());
    };
  }

  @Override
  public JsonObjectWriter.Body sessionState(Reply.SessionState state) {
    return json -> {
      json.writeStringField("holder", state.holder());
      validity(json, state.validity());
    };
  }

  @Override
  public JsonObjectWriter.Body sessionClosed(Reply.SessionClosed closed) {
    return json -> json.writeBooleanField("closed", true);
  }

  @Override
  public JsonObjectWriter.Body fenceRaised(Reply.FenceRaised raised) {
    return json -> json.writeNumberField("token", raised.token());
  }

  @Override
  public JsonObjectWriter.Body fenceMark(Reply.FenceMark mark) {
    return json -> json.writeNumberField("token", mark.token());
  }

  @Override
  public JsonObjectWriter.Body fenceDropped(Reply.FenceDropped dropped) {
    return json -> {
      json.writeStringField("fence", dropped.fence());
      json.writeNumberField("token", dropped.token());
    };
  }

  @Override
  public JsonObjectWriter.Body quarantineEnded(Reply.QuarantineEnded ended) {
    return json -> {
      json.writeBooleanField("ended", ended.ended());
      json.writeNumberField("remainingMs", ended.remainingMillis());
      json.writeStringField("doubt", ended.doubt());
    };
  }

  private static void validity(JsonGenerator json, Validity validity) throws IOException {
    json.writeNumberField("ttlMs", validity.ttlMillis());
    json.writeNumberField("validForMs", validity.validForMillis());
    json.writeNumberField("renewAfterMs", validity.renewAfterMillis());
    json.writeNumberField("safetyMs", validity.safetyMillis());
  }
}
