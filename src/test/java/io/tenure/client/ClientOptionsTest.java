package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
