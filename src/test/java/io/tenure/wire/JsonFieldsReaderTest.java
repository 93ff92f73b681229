package io.tenure.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.InvalidFieldException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class JsonFieldsReaderTest {

  @Test
  void whatIsNoObjectOrGoesOnBehindItIsRefused() {
    for (String body : new String[] {"", " ", "[]", "7", "null", "{}{}", "{} x", "{", "{\"a\":1"}) {
      assertEquals("body", refused(body).field(), body);
    }
  }

  @Test
  void whatIsNotQuiteJsonIsRefusedWithItsPlace() {
    for (String body :
        new String[] {
          "{'a':1}", "{a:1}", "{\"a\":1,}", "{\"a\":01}", "{\"a\":+1}", "{\"a\":.5}",
          "{\"a\":NaN}", "{\"a\":\"\\x\"}", "{\"a\":\"\n\"}", "{/**/}", "\ufeff{}", "{\"a\":tru}"
        }) {
      InvalidFieldException invalid = refused(body);
      assertEquals("body", invalid.field(), body);
      assertTrue(invalid.remedy().contains("line 1, column") || body.contains("\n"), body);
    }
  }

  @Test
  void aFieldThatComesTwiceIsRefusedByName() {
    assertEquals("a", refused("{\"a\":1,\"b\":2,\"a\":1}").field());
    assertEquals("a", refused("{\"a\":null,\"\\u0061\":1}").field());
  }

  @Test
  void whatIsTooDeepIsRefusedByName() {
    assertEquals("a", refused("{\"a\":{}}").field());
    assertEquals("a[0]", refused("{\"a\":[[]]}").field());
    assertEquals("a[1]", refused("{\"a\":[\"x\",7]}").field());
    assertEquals("a[0]", refused("{\"a\":" + "[".repeat(60_000)).field());
  }

  @Test
  void whatIsTooMuchIsRefusedByName() {
    StringBuilder many = new StringBuilder("{\"f0\":1");
    for (int field = 1; field < 70; field++) {
      many.append(",\"f").append(field).append("\":1");
    }
    assertEquals("body", refused(many + "}").field());
    assertEquals("a", refused("{\"a\":" + "9".repeat(2_000) + "}").field());
  }

  @Test
  void halvesOfSurrogatePairsAreRefusedByName() {
    assertEquals("a", refused("{\"a\":\"\\ud800\"}").field());
    assertEquals("a", refused("{\"a\":\"\\udc00\\ud800\"}").field());
    assertEquals("a[0]", refused("{\"a\":[\"\\ud800\"]}").field());
    assertEquals("\ufffd", refused("{\"\\ud800\":[[]]}").field().substring(0, 1));
  }

  @Test
  void whatIsNoUtf8IsRefused() {
    byte[][] wrong = {
      {(byte) 0xff},
      {(byte) 0xc0, (byte) 0x80},
      {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
      {(byte) 0xe2}
    };
    for (byte[] bytes : wrong) {
      byte[] body = new byte[bytes.length + 8];
      System.arraycopy("{\"a\":\"".getBytes(StandardCharsets.UTF_8), 0, body, 0, 6);
      System.arraycopy(bytes, 0, body, 6, bytes.length);
      System.arraycopy("\"}".getBytes(StandardCharsets.UTF_8), 0, body, 6 + bytes.length, 2);
      InvalidFieldException invalid =
          assertThrows(InvalidFieldException.class, () -> JsonFieldsReader.read(body));
      assertEquals("body", invalid.field());
      assertEquals("is not valid UTF-8 at byte 6", invalid.remedy());
    }
  }

  @Test
  void noRefusalRepeatsWhatWasSent() {
    assertTrue(!refused("{\"leaseId\":\"c2VjcmV0\" secret").remedy().contains("secret"));
    assertTrue(refused("{\"" + "n".repeat(10_000) + "\":{}}").field().length() < 100);
  }

  private static InvalidFieldException refused(String body) {
    return assertThrows(
        InvalidFieldException.class,
        () -> JsonFieldsReader.read(body.getBytes(StandardCharsets.UTF_8)),
        body);
  }
}
