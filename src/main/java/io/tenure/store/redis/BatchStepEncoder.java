package io.tenure.store.redis;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One step of a batch on one hash. It is three arguments of the script: the kind of the step, the
 * number of the key, and all texts as one list in MessagePack. Thousands of arguments would cost
 * Redis and the server more than the texts do.
 */
final class BatchStepEncoder {

  /** Lua passes on no more than 8,000 values at once. */
  private static final int TEXTS_MAX = 4_000;

  private static final byte LIST = (byte) 0xdd;
  private static final byte TEXT_8 = (byte) 0xd9;
  private static final byte TEXT_32 = (byte) 0xdb;
  private static final int LIST_HEAD = 1 + Integer.BYTES;
  private static final int TEXT_HEAD_MAX = 1 + Integer.BYTES;
  private static final int USUAL_BYTES = 1_024;

  private final ScriptRun call;
  private final byte[] what;
  private final int key;
  private ByteBuffer list = ByteBuffer.allocate(USUAL_BYTES).position(LIST_HEAD);
  private int texts;

  BatchStepEncoder(ScriptRun call, byte[] what, int key) {
    this.call = call;
    this.what = what;
    this.key = key;
  }

  BatchStepEncoder add(String text) {
    return add(ScriptRun.bytes(text));
  }

  BatchStepEncoder add(byte[] text) {
    room(TEXT_HEAD_MAX + text.length);
    if (text.length < 1 << Byte.SIZE) {
      list.put(TEXT_8).put((byte) text.length);
    } else {
      list.put(TEXT_32).putInt(text.length);
    }
    list.put(text);
    texts++;
    return this;
  }

  /** Called between two groups of texts that belong together: a long list may be cut here. */
  void mayBeCut() {
    if (texts >= TEXTS_MAX) {
      end();
    }
  }

  /** Without texts there is no step. */
  void end() {
    if (texts > 0) {
      list.put(0, LIST).putInt(1, texts);
      call.arg(what).arg(key).arg(Arrays.copyOf(list.array(), list.position()));
      list.position(LIST_HEAD);
      texts = 0;
    }
  }

  private void room(int more) {
    if (list.remaining() < more) {
      int wanted = Math.max(2 * list.capacity(), list.position() + more);
      list = ByteBuffer.allocate(wanted).put(list.flip());
    }
  }
}
