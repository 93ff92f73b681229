package io.tenure.client.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.client.error.FencedException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the fence in a real database: check and write are one transaction. */
final class JdbcFenceTest {

  private static final String DATABASE = "jdbc:h2:mem:fences;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000";

  private final JdbcFence fence = new JdbcFence("jobs/nightly");
  private final ExecutorService another = Executors.newSingleThreadExecutor();

  @BeforeEach
  void create() throws SQLException {
    execute(JdbcFence.TABLE);
    execute("CREATE TABLE runs (token BIGINT)");
  }

  @AfterEach
  void drop() throws SQLException {
    another.shutdownNow();
    execute("DROP ALL OBJECTS");
  }

  private static Connection open() throws SQLException {
    Connection connection = DriverManager.getConnection(DATABASE);
    connection.setAutoCommit(false);
    return connection;
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(DATABASE);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void write(Connection connection, long token) throws SQLException {
    fence.check(connection, token);
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO runs VALUES (" + token + ")");
    }
  }

  private void run(long token) throws SQLException {
    try (Connection connection = open()) {
      write(connection, token);
      connection.commit();
    }
  }

  private static long written() throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM runs")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void whatIsNotSmallerIsWritten() throws Exception {
    run(7);
    run(7);
    run(8);

    FencedException fenced = assertThrows(FencedException.class, () -> run(7));

    assertEquals(8, fenced.mark());
    assertEquals(3, written());
    try (Connection connection = open()) {
      assertEquals(8, fence.mark(connection));
      assertEquals(0, new JdbcFence("another").mark(connection));
    }
  }

  @Test
  void whatIsRolledBackWasNeverSeen() throws Exception {
    try (Connection connection = open()) {
      write(connection, 9);
      connection.rollback();
    }

    run(8);

    assertEquals(1, written());
  }

  @Test
  void nobodyComesBetweenCheckAndWrite() throws Exception {
    run(1);
    try (Connection slow = open()) {
      fence.check(slow, 7);

      Future<?> next = another.submit(() -> runUnchecked(8));
      assertThrows(TimeoutException.class, () -> next.get(200, TimeUnit.MILLISECONDS));
      assertFalse(next.isDone(), "it waits until the transaction of 7 has ended");
      write(slow, 7);
      slow.commit();
      next.get(20, TimeUnit.SECONDS);
    }

    assertThrows(FencedException.class, () -> run(7));
    assertEquals(3, written());
  }

  @Test
  void twoFirstTokensAtTheSameTimeAreOrderedAsWell() throws Exception {
    try (Connection larger = open()) {
      fence.check(larger, 8);
      Future<?> smaller = another.submit(() -> runUnchecked(7));
      assertThrows(TimeoutException.class, () -> smaller.get(200, TimeUnit.MILLISECONDS));
      larger.commit();

      Exception refused = assertThrows(Exception.class, () -> smaller.get(20, TimeUnit.SECONDS));
      assertInstanceOf(FencedException.class, refused.getCause());
    }
    assertEquals(0, written());
  }

  @Test
  void aConnectionThatCommitsEachStatementIsRefused() throws Exception {
    try (Connection connection = DriverManager.getConnection(DATABASE)) {
      assertThrows(IllegalStateException.class, () -> fence.check(connection, 7));
    }
  }

  @Test
  void aTableIsAPlainName() {
    assertThrows(IllegalArgumentException.class, () -> new JdbcFence("a", "x; DROP TABLE y"));
  }

  private void runUnchecked(long token) {
    try {
      run(token);
    } catch (SQLException thrown) {
      throw new IllegalStateException(thrown);
    }
  }
}
