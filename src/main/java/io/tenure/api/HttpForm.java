package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * How an operation is asked for over HTTP: a method, and an address that may hold one of the fields
 * in braces. {@code {+key}} at the end of an address takes all that is left, slashes too.
 */
public record HttpForm(String method, String address) {

  /** Over HTTP a caller closes the connection instead. */
  public static final HttpForm STREAM_ONLY = new HttpForm("", "");

  /** No caller asks for it: the server asks itself. */
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

  /** Whether it can be asked for over HTTP. */
  public boolean exists() {
    return !address.isEmpty();
  }

  /** What stands before the field in the address; all of it where there is none. */
  public String before() {
    int brace = address.indexOf('{');
    return brace < 0 ? address : address.substring(0, brace);
  }

  /** What stands behind the field. */
  public String behind() {
    int brace = address.indexOf('}');
    return brace < 0 ? "" : address.substring(brace + 1);
  }

  /** The field in the address; null where there is none. */
  public @Nullable String field() {
    int brace = address.indexOf('{');
    return brace < 0 ? null : address.substring(brace + (isGreedy() ? 2 : 1), address.indexOf('}'));
  }

  /** Whether the field takes slashes too. */
  public boolean isGreedy() {
    return address.contains("{+");
  }

  /** The address as it is described: {@code /v1/keys/{key}}. */
  public String template() {
    return address.replace("{+", "{");
  }
}
