package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.redis.client.RedisOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that no spelling of an address shows its login, whether it can be read or not. */
class RedisLoginTest {

  private static final String USER = "nutzer";
  private static final String PASSWORD = "geheim";
  private static final String SPECIAL = "@:/?#%&=,+;!$ []";
  private static final List<String> EACH_SPECIAL = List.of(SPECIAL.split(""));

  private static final List<String> WITH_LOGIN =
      List.of(
          "redis://nutzer:geheim@host:1/2",
          "rediss://nutzer:geheim@[::1]:1",
          "redis://nutzer@host",
          "redis://:geheim@host",
          "redis+sentinel://nutzer:geheim@one:1,two/main/3",
          "redis+cluster://nutzer:geheim@one:1,two:2",
          "unix:///run/redis.sock?user=nutzer&password=geheim&db=1",
          "unix://nutzer:geheim@/run/redis.sock?db=1",
          "redis://host:1/0?user=nutzer&password=geheim");

  @Test
  void aSpecialCharacterInALoginShowsNoneOfIt() {
    for (String special : EACH_SPECIAL) {
      String password = "geheim" + special + "geheim";
      for (String address : WITH_LOGIN) {
        assertHidden(address.replace(PASSWORD, password));
        assertHidden(address.replace(USER, "nutzer" + special + "nutzer"));
        String encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
        assertHidden(address.replace(PASSWORD, encoded));
      }
    }
  }

  @Test
  void anEncodedPasswordArrivesWhole() {
    String password = SPECIAL + "x" + SPECIAL;
    String encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
    for (String address :
        List.of(
            "redis://nutzer:%s@host",
            "redis+sentinel://nutzer:%s@one,two/main",
            "redis+cluster://nutzer:%s@one,two",
            "unix:///run/redis.sock?user=nutzer&password=%s")) {
      RedisOptions options = RedisAddress.parse(address.formatted(encoded)).options(8, 2);
      assertEquals(password, options.getPassword());
      assertEquals(USER, options.getUser());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"@", ":", "/", "#", "&", "=", ",", "+"})
  void aBarePasswordArrivesWholeToo(String special) {
    String password = "ge" + special + "heim";

    RedisAddress address = RedisAddress.parse("redis://:" + password + "@host/1");

    assertEquals(password, address.options(8, 2).getPassword());
    assertEquals("redis://host/1", address.toString());
  }

  /** Each address with one character more, less or swapped, except within its password. */
  @Test
  void aSlipShowsNothing() {
    int slips = 0;
    for (String address : WITH_LOGIN) {
      for (String slip : slips(address)) {
        assertHidden(slip);
        slips++;
      }
    }
    assertTrue(slips > 1_000);
  }

  @Test
  void aPasswordOfItsOwnBelongsToTheUserOfTheAddress() {
    RedisAddress address = RedisAddress.parse("redis://nutzer@host");
    assertFalse(address.hasPassword());

    RedisAddress whole = address.withPassword("ge@heim");

    assertTrue(whole.hasPassword());
    assertEquals("ge@heim", whole.options(8, 2).getPassword());
    assertEquals(USER, whole.options(8, 2).getUser());
    assertEquals("redis://host", whole.toString());
  }

  private static List<String> slips(String address) {
    List<String> slips = new ArrayList<>();
    for (int at = 0; at <= address.length(); at++) {
      String before = address.substring(0, at);
      String behind = address.substring(at);
      for (String special : EACH_SPECIAL) {
        slips.add(before + special + behind);
      }
      if (at < address.length()) {
        slips.add(before + behind.substring(1));
      }
      if (at + 1 < address.length()) {
        slips.add(before + behind.charAt(1) + behind.charAt(0) + behind.substring(2));
      }
    }
    return slips.stream().filter(slip -> slip.contains(PASSWORD)).toList();
  }

  private static void assertHidden(String address) {
    String shown;
    try {
      RedisAddress parsed = RedisAddress.parse(address);
      shown = parsed + " " + parsed.options(8, 2).getEndpoints();
    } catch (IllegalArgumentException refused) {
      shown = refused + " " + refused.getCause();
    }
    assertFalse(shown.contains(PASSWORD) || shown.contains(USER), address + " is " + shown);
  }
}
