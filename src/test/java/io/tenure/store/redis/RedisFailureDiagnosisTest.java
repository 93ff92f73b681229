package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.redis.client.impl.types.ErrorType;
import java.io.IOException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisFailureDiagnosisTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LOADING Redis is loading the dataset in memory                       | by itself
          CLUSTERDOWN Hash slot not served                                     | CLUSTER INFO
          MOVED 3999 127.0.0.1:6381                                            | redis+cluster://
          MASTERDOWN Link with MASTER is down                                  | lost its primary
          NOPERM this user has no permissions to run the 'evalsha' command     | permit
          BUSY Redis is busy running a script                                  | SCRIPT KILL
          MISCONF Redis is configured to save RDB snapshots                    | disk
          ERR user_script:9: -OOM command not allowed when used memory         | noeviction
          OOM command not allowed when used memory > 'maxmemory'. script: f_1  | noeviction
          READONLY You can't write against a read only replica. script: f_1    | primary
          ERR something new                                                    | something new
          """)
  void everyRefusalTellsTheOperatorWhatToDo(String said, String remedy) {
    String told =
        String.valueOf(
            RedisFailureDiagnosis.of(ErrorType.create(said), "redis://host:1").getMessage());

    assertTrue(told.contains(remedy), told);
    assertTrue(told.contains("redis://host:1"), told);
    assertTrue(RedisFailureDiagnosis.answered(ErrorType.create(said)));
  }

  @Test
  void whoDoesNotTrustACertificateIsToldHowTo() {
    Exception refused = new IOException(new SSLHandshakeException("PKIX path building failed"));
    String told = String.valueOf(RedisFailureDiagnosis.of(refused, "rediss://host:1").getMessage());

    assertTrue(told.contains("-Djavax.net.ssl.trustStore="), told);
    assertTrue(told.contains("PKIX path building failed"), told);
  }

  @Test
  void aClosedConnectionIsNoAnswer() {
    assertFalse(RedisFailureDiagnosis.answered(ErrorType.create("CONNECTION_CLOSED")));
    var batch = ErrorType.create("ERR [0] CONNECTION_CLOSED\nERR [1] CONNECTION_CLOSED");
    assertFalse(RedisFailureDiagnosis.answered(batch));
    assertEquals(
        "the connection to Redis at redis://host:1 is broken: ERR [0] CONNECTION_CLOSED",
        RedisFailureDiagnosis.of(batch, "redis://host:1").getMessage());
  }
}
