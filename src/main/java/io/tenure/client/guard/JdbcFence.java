package io.tenure.client.guard;

import io.tenure.client.error.FencedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.regex.Pattern;

/**
 * A fence in a table of the database that it protects. The check is part of the transaction that
 * writes, and the row of the fence stays locked until the end of the transaction. So no other token
 * comes between, and a write that was checked too early cannot be committed too late.
 *
 * <p>The table has a name and a mark: {@link #TABLE} creates it. It works with every database that
 * locks an updated row; tested with H2, written for PostgreSQL and MySQL as well.
 */
public final class JdbcFence {

  /** The statement that creates the table under its usual name. */
  public static final String TABLE =
      "CREATE TABLE IF NOT EXISTS tenure_fence"
          + " (name VARCHAR(512) PRIMARY KEY, mark BIGINT NOT NULL)";

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

  /** SQL's word for a row that exists already: a state of class 23. */
  private static final String VIOLATION = "23";

  private final String name;
  private final String raise;
  private final String read;
  private final String insert;

  /** A fence in the usual table. */
  public JdbcFence(String name) {
    this(name, "tenure_fence");
  }

  public JdbcFence(String name, String table) {
    if (!PLAIN.matcher(table).matches()) {
      throw new IllegalArgumentException("table is no plain name: " + table);
    }
    this.name = name;
    raise = "UPDATE " + table + " SET mark = ? WHERE name = ? AND mark <= ?";
    read = "SELECT mark FROM " + table + " WHERE name = ?";
    insert = "INSERT INTO " + table + " (name, mark) VALUES (?, ?)";
  }

  /**
   * Checks within the open transaction of {@code connection}: write in the same one, then commit.
   *
   * @throws FencedException when the fence has seen a larger token; roll back
   * @throws IllegalStateException when each statement would be committed by itself
   */
  public void check(Connection connection, long token) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException("autoCommit is on; switch it off: check and write are one");
    }
    if (raised(connection, token) || begun(connection, token) || raised(connection, token)) {
      return;
    }
    throw new FencedException(name, token, mark(connection));
  }

  /** The largest token that the fence has seen, 0 for none. */
  public long mark(Connection connection) throws SQLException {
    try (PreparedStatement look = connection.prepareStatement(read)) {
      look.setString(1, name);
      try (ResultSet row = look.executeQuery()) {
        return row.next() ? row.getLong(1) : 0;
      }
    }
  }

  private boolean raised(Connection connection, long token) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(raise)) {
      update.setLong(1, token);
      update.setString(2, name);
      update.setLong(3, token);
      return update.executeUpdate() == 1;
    }
  }

  /** Stores the very first token. If another caller stores one at the same time, that one wins. */
  private boolean begun(Connection connection, long token) throws SQLException {
    if (mark(connection) > 0) {
      return false;
    }
    Savepoint before = connection.setSavepoint();
    try (PreparedStatement first = connection.prepareStatement(insert)) {
      first.setString(1, name);
      first.setLong(2, token);
      first.executeUpdate();
      return true;
    } catch (SQLException thrown) {
      if (thrown.getSQLState() == null || !thrown.getSQLState().startsWith(VIOLATION)) {
        throw thrown;
      }
      connection.rollback(before);
      return false;
    }
  }
}
