package io.tenure.wire;

import io.tenure.api.Outcome;

/**
 * The layout of the compact frames of {@code tenure.v1.bin}. One frame contains many renewals, and
 * the answer to it names only the exceptions. Everything is big-endian; {@code docs/stream.md}
 * draws the bytes.
 */
public final class RenewalFrame {

  /** Kinds of frames. */
  public static final int RENEW = 0x01;

  public static final int RENEWED = 0x81;

  /** The head of both kinds: kind, a zero, count (u16), seq (u32). */
  public static final int KIND_AT = 0;

  public static final int ZERO_AT = 1;
  public static final int COUNT_AT = 2;
  public static final int SEQ_AT = 4;
  public static final int HEAD_BYTES = 8;

  /** Each renewal: flags (u8), then the 25 bytes of its id. */
  public static final int FLAGS_AT = 0;

  public static final int SHARD_AT = 1;
  public static final int ROW_AT = 3;
  public static final int GENERATION_AT = 7;
  public static final int SECRET_HIGH_AT = 10;
  public static final int SECRET_LOW_AT = 18;
  public static final int ENTRY_BYTES = 26;

  /** The flag that means that the id is that of a session. */
  public static final int SESSION = 1;

  /** After the head of an answer: the common validForMs (u32), the count of exceptions (u16). */
  public static final int VALID_FOR_AT = 8;

  public static final int EXCEPTIONS_AT = 12;
  public static final int ANSWER_HEAD_BYTES = 14;

  /** Each exception: index (u16), code (u8), a zero, milliseconds (u32). */
  public static final int INDEX_AT = 0;

  public static final int CODE_AT = 2;
  public static final int MILLIS_AT = 4;
  public static final int EXCEPTION_BYTES = 8;

  /** The lease is renewed, with other milliseconds than the common ones. */
  public static final int OTHER_TIME = 0;

  public static final int NOT_FOUND = 1;
  public static final int EXPIRED = 2;
  public static final int RELEASED = 3;
  public static final int BROKEN = 4;
  public static final int SESSION_BOUND = 5;

  /** From here on: codes after which the client may try again, after the milliseconds. */
  public static final int PENDING = 6;

  public static final int UNAVAILABLE = 7;
  public static final int BUSY = 8;

  private RenewalFrame() {}

  /**
   * The byte of an outcome. An outcome without a byte of its own has that of a shard that is not
   * served.
   */
  public static int code(Outcome outcome) {
    return switch (outcome) {
      case DONE -> OTHER_TIME;
      case NOT_FOUND -> NOT_FOUND;
      case EXPIRED -> EXPIRED;
      case RELEASED -> RELEASED;
      case BROKEN -> BROKEN;
      case SESSION_BOUND -> SESSION_BOUND;
      case PENDING -> PENDING;
      case BUSY -> BUSY;
      case UNAVAILABLE,
          INVALID,
          UNAUTHENTICATED,
          FORBIDDEN,
          NOT_HELD,
          NO_SUCH_PATH,
          METHOD_NOT_ALLOWED,
          TIMEOUT,
          HELD,
          REQUEST_CONSUMED,
          FENCED,
          NOBODY_WAITING,
          SESSION_OVER,
          BREAKING,
          REPEATED,
          WITHDRAWN,
          CHANGED_HANDS,
          TOO_LARGE,
          URI_TOO_LONG,
          UNSUPPORTED_MEDIA,
          HEADERS_TOO_LARGE,
          INTERNAL,
          LIMIT,
          UNKNOWN ->
          UNAVAILABLE;
    };
  }

  /** The outcome of a byte. An unknown byte means a shard that is not served. */
  public static Outcome meaning(int code) {
    return switch (code) {
      case OTHER_TIME -> Outcome.DONE;
      case NOT_FOUND -> Outcome.NOT_FOUND;
      case EXPIRED -> Outcome.EXPIRED;
      case RELEASED -> Outcome.RELEASED;
      case BROKEN -> Outcome.BROKEN;
      case SESSION_BOUND -> Outcome.SESSION_BOUND;
      case PENDING -> Outcome.PENDING;
      case BUSY -> Outcome.BUSY;
      default -> Outcome.UNAVAILABLE;
    };
  }
}
