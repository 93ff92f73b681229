package io.tenure.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The data that a holder stores with its lease for every caller to see. An example is the address
 * of the holder. The data ends with the lease.
 */
public final class Value {

  private final byte[] bytes;

  private Value(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Value of(byte[] bytes) {
    return new Value(bytes.clone());
  }

  public static Value of(String text) {
    return new Value(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Value value && Arrays.equals(bytes, value.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
