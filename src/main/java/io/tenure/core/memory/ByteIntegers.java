package io.tenure.core.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes numbers within byte arrays. */
public final class ByteIntegers {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private ByteIntegers() {}

  public static long readLong(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  public static void writeLong(byte[] bytes, int at, long number) {
    LONGS.set(bytes, at, number);
  }

  public static int readInt(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  public static void writeInt(byte[] bytes, int at, int number) {
    INTS.set(bytes, at, number);
  }
}
