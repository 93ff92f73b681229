package io.tenure.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.InvalidFieldException;
import org.junit.jupiter.api.Test;

final class QueryFieldsReaderTest {

  @Test
  void readsEachFieldOnceDecoded() {
    RequestFields fields = QueryFieldsReader.read("key=a%2Fb%2520c&holder=x+y&&flag&empty=");

    assertEquals("a/b%20c", fields.text("key"));
    assertEquals("x y", fields.text("holder"));
    assertEquals("", fields.text("flag"));
    assertEquals("", fields.text("empty"));
    assertTrue(!QueryFieldsReader.read(null).has("key"));
  }

  @Test
  void whatIsWrongIsRefusedByName() {
    assertEquals("key", refused("key=a&key=b").field());
    assertEquals("key", refused("key=%").field());
    assertEquals("key", refused("key=%4").field());
    assertEquals("key", refused("key=%zz").field());
    assertEquals("key", refused("key=%ff").field());
    assertEquals("key", refused("key=%ed%a0%80").field());
  }

  @Test
  void aPathIsDecodedOnceAndItsPlusIsAPlus() {
    assertEquals("a+b/c d%", PercentEncoding.path("key", "a+b/c%20d%25"));
    assertEquals(
        "\u043a\u043b\u044e\u0447", PercentEncoding.path("key", "%D0%BA%D0%BB%D1%8E%D1%87"));
    assertEquals("\u00e9", PercentEncoding.path("key", "\u00c3\u00a9"), "bytes as they came");
  }

  private static InvalidFieldException refused(String query) {
    return assertThrows(InvalidFieldException.class, () -> QueryFieldsReader.read(query), query);
  }
}
