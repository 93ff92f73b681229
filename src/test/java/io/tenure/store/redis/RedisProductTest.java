package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RedisProductTest {

  @Test
  void namesTheProductByWhatItSays() {
    assertEquals(
        "Redis 7.0.15", RedisProduct.name("# Server\r\nredis_version:7.0.15\r\nredis_mode:x\r\n"));
    assertEquals(
        "Valkey 8.0.1",
        RedisProduct.name(
            "# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.0.1\r\n"));
    assertEquals("", RedisProduct.name("# Server\r\n"));
  }
}
