package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Heard;
import java.nio.ByteBuffer;

/** One session of ZooKeeper with one ephemeral node, kept alive by pings. */
public final class Zoo implements Dialect {

  private static final int PING_XID = -2;
  private static final int PING = 11;
  private static final int CREATE_XID = 1;
  private static final int CREATE = 1;
  private static final int EPHEMERAL = 1;
  private static final int ALL_PERMISSIONS = 31;
  private static final int SESSION_MILLIS = 30_000;
  private static final int PASSWORD_BYTES = 16;
  private static final int FRAME_BYTES_MAX = 256;

  private final byte[] path;
  private int nextSeq;
  private boolean connected;

  public Zoo(String path) {
    this.path = Bytes.of(path);
  }

  @Override
  public void greet(ByteBuffer out) {
    out.putInt(44 + 1).putInt(0).putLong(0).putInt(SESSION_MILLIS).putLong(0);
    out.putInt(PASSWORD_BYTES).put(new byte[PASSWORD_BYTES]).put((byte) 0);
  }

  /** The session, then the node. */
  @Override
  public boolean greeted(ByteBuffer in, ByteBuffer out) {
    while (isWhole(in)) {
      int from = in.position() + 4;
      in.position(from + in.getInt(from - 4));
      if (connected) {
        require(in.getInt(from), in.getInt(from + 12));
        return true;
      }
      connected = true;
      create(out);
    }
    return false;
  }

  private void create(ByteBuffer out) {
    byte[] scheme = Bytes.of("world");
    byte[] who = Bytes.of("anyone");
    int acl = 4 + 4 + 4 + scheme.length + 4 + who.length;
    out.putInt(8 + 4 + path.length + 4 + acl + 4).putInt(CREATE_XID).putInt(CREATE);
    out.putInt(path.length).put(path).putInt(0);
    out.putInt(1).putInt(ALL_PERMISSIONS);
    out.putInt(scheme.length).put(scheme).putInt(who.length).put(who);
    out.putInt(EPHEMERAL);
  }

  @Override
  public boolean say(ByteBuffer out, int message, int seq) {
    if (out.remaining() < FRAME_BYTES_MAX) {
      return false;
    }
    out.putInt(8).putInt(PING_XID).putInt(PING);
    return true;
  }

  @Override
  public void hear(ByteBuffer in, ByteBuffer out, Heard heard) {
    while (isWhole(in)) {
      int from = in.position() + 4;
      in.position(from + in.getInt(from - 4));
      require(in.getInt(from), in.getInt(from + 12));
      heard.answered(nextSeq++, 1, 0);
    }
  }

  private static boolean isWhole(ByteBuffer in) {
    return in.remaining() >= 4 && in.remaining() >= 4 + in.getInt(in.position());
  }

  private static void require(int xid, int error) {
    if (error != 0 || xid != PING_XID && xid != CREATE_XID) {
      throw new IllegalStateException("ZooKeeper answers error " + error);
    }
  }
}
