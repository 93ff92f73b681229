package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.InvalidFieldException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that errors in options are reported before any request, and without the credential. */
final class ClientOptionsTest {

  @ParameterizedTest
  @ValueSource(strings = {"s3cret\n", "s3cret\r\n", "s3 cret", "s3crét", ""})
  void aCredentialThatNoHeaderCanCarryIsNamedAndNotShown(String token) {
    ClientOptions options = ClientOptions.of("127.0.0.1:1");

    InvalidFieldException invalid =
        assertThrows(InvalidFieldException.class, () -> options.withAuthorization(token));

    assertEquals("authorization", invalid.field());
    assertFalse(invalid.getMessage().contains("s3"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.1",
        "http://tenure.corp:7420",
        "http://127.0.0.1.corp",
        "http://127.evil.corp",
        "http://localhost.corp",
        "http://127.0.0.1:7420@evil.corp",
        "http://[::2]:7420",
        "http://[::ffff:10.0.0.1]",
        "http://0.0.0.0:7420",
        "http://127.0.0.1,http://10.0.0.1",
        "https://tenure.corp,http://tenure.corp",
      })
  void aCredentialIsNotSentInClearToAnotherMachine(String addresses) {
    ClientOptions options = ClientOptions.of(addresses);

    InvalidFieldException invalid =
        assertThrows(InvalidFieldException.class, () -> options.withAuthorization("s3cret"));

    assertEquals("authorization", invalid.field());
    assertTrue(invalid.remedy().contains("use an address with https://"), invalid.remedy());
    assertFalse(invalid.getMessage().contains("s3"));
    assertNull(options.withAuthorization(null).authorization());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://tenure.corp",
        "127.0.0.1:7420",
        "http://127.1.2.3",
        "http://localhost:7420",
        "http://LOCALHOST",
        "http://[::1]:7420",
        "http://[0:0:0:0:0:0:0:1]:7420",
        "http://127.0.0.1,https://tenure.corp",
      })
  void aCredentialIsSentOverHttpsOrToThisMachine(String addresses) {
    assertEquals("s3cret", ClientOptions.of(addresses).withAuthorization("s3cret").authorization());
  }
}
