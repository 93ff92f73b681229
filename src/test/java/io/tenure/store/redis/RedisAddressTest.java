package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.redis.client.RedisOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisAddressTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis://host                              | redis://host:6379
          redis://host:1/3                          | redis://host:1/3
          redis://[::1]:7                           | redis://[::1]:7
          rediss://host                             | rediss://host:6379
          unix:///run/a b.sock?db=2                 | unix:///run/a%20b.sock?db=2
          unix:///run/a%20b.sock                    | unix:///run/a%20b.sock
          REDIS://host                              | redis://host:6379
          Redis+Sentinel://one/main                 | redis://one:26379
          redis+sentinel://one/main                 | redis://one:26379
          redis+sentinel://one/main/4               | redis://one:26379/4
          rediss+cluster://one                      | rediss://one:6379
          """)
  void whereToGo(String address, String endpoint) {
    assertEquals(List.of(endpoint), options(address).getEndpoints());
  }

  @Test
  void severalHostsAndTheMasterAreFound() {
    RedisOptions options = options("redis+sentinel://one:1,two,three:3/main");

    assertEquals(
        List.of("redis://one:1", "redis://two:26379", "redis://three:3"), options.getEndpoints());
    assertEquals("main", options.getMasterName());
  }

  @Test
  void userAndPasswordAreFoundAndNeverShown() {
    for (String address :
        List.of(
            "redis://me:s%40cret+@host",
            "unix:///socket?user=me&password=s%40cret+",
            "redis+sentinel://me:s%40cret+@a,b/main",
            "redis+cluster://me:s%40cret+@a,b")) {
      assertEquals("me", options(address).getUser());
      assertEquals("s@cret+", options(address).getPassword());
      String shown = RedisAddress.parse(address).toString();
      assertFalse(shown.contains("cret"), shown);
      assertFalse(options(address).getEndpoints().toString().contains("cret"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          localhost:6379                  | no scheme
          http://host                     | scheme of the Redis address is not known
          redis://:secret@                | no host
          redis://secret@host:99999       | port of the Redis address is no number
          redis://secret@host:            | port of the Redis address is no number
          redis://host/secret             | database of the Redis address is no number
          redis://host/1/secret           | too many parts
          redis+sentinel://a/secret?b     | master name of the Redis address has other characters
          redis://ho!st                   | host of the Redis address has other characters
          redis://host?password=secret    | only a unix:// address takes fields
          redis://::1                     | brackets
          redis://a,b                     | several hosts
          redis+cluster://a/1             | a cluster has none
          redis+sentinel://a              | no master
          redis://u:%zz@a                 | password of the Redis address has a bad percent escape
          unix://relative                 | absolute path
          unix:///a?secret                | unknown field; use
          unix://me:secret@/a             | absolute path
          unix:///me:secret@/a            | has a login in it
          unix:///a&password=secret       | has a login in it
          """)
  void aBadAddressIsToldWhatIsWrong(String address, String why) {
    var bad =
        assertThrows(IllegalArgumentException.class, () -> RedisAddress.parse(address.strip()));

    assertTrue(bad.toString().contains(why), bad.getMessage());
    assertFalse(bad.toString().contains("secret"), bad.toString());
    assertNull(bad.getCause());
  }

  private static RedisOptions options(String address) {
    return RedisAddress.parse(address).options(8, 2);
  }
}
