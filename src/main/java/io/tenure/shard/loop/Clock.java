package io.tenure.shard.loop;

/** Reads the clocks of a machine. May be asked by any thread. */
public interface Clock {

  /** Only ever forward; may stand still while the machine is suspended. */
  long nanos();

  /** What people read; may be set forward and back. */
  long wallMillis();

  /** The clocks of this machine. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public long wallMillis() {
          return System.currentTimeMillis();
        }
      };
}
