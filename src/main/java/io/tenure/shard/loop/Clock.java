package io.tenure.shard.loop;

/** Reads the clocks of a machine. Any thread may call it. */
public interface Clock {

  /** The monotonic clock; it may stand still while the machine is suspended. */
  long nanos();

  /** The wall clock, for people; an operator may set it forward and back. */
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
