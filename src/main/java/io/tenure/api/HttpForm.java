package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * The HTTP method and address of an operation. The address may contain one field in braces. {@code
 * {+key}} at the end of an address takes all that is left, with slashes.
 */
public record HttpForm(String method, String address) {

  /** The form of an operation of streams only: over HTTP a caller closes the connection instead. */
  public static final HttpForm STREAM_ONLY = new HttpForm("", "");

  /**
   * The form of an operation that no request names: the server requests it from itself, or serves
   * it at an address outside of {@code /v1}.
   */
  public static final HttpForm INSIDE = new HttpForm("-", "");

  static HttpForm get(String address) {
    return new HttpForm("GET", address);
  }

  static HttpForm post(String address) {
    return new HttpForm("POST", address);
  }

  static HttpForm put(String address) {
    return new HttpForm("PUT", address);
  }

  static HttpForm delete(String address) {
    return new HttpForm("DELETE", address);
  }

  /** Whether callers can request the operation over HTTP. */
  public boolean exists() {
    return !address.isEmpty();
  }

  /** The part of the address before the field; the whole address if it has no field. */
  public String before() {
    int brace = address.indexOf('{');
    return brace < 0 ? address : address.substring(0, brace);
  }

  /** The part of the address after the field. */
  public String behind() {
    int brace = address.indexOf('}');
    return brace < 0 ? "" : address.substring(brace + 1);
  }

  /** The name of the field in the address; null if it has none. */
  public @Nullable String field() {
    int brace = address.indexOf('{');
    return brace < 0 ? null : address.substring(brace + (isGreedy() ? 2 : 1), address.indexOf('}'));
  }

  /** Whether the field may contain slashes. */
  public boolean isGreedy() {
    return address.contains("{+");
  }

  /** The address as the API description writes it: {@code /v1/keys/{key}}. */
  public String template() {
    return address.replace("{+", "{");
  }
}
