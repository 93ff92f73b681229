package io.tenure.shard.loop;

/** Reads the clocks of a machine. Any thread may call it. */
public interface Clock {

  /** The monotonic clock, which may stop while the machine is suspended. */
  long nanos();

  /** The wall clock, for people; an operator may set it forwards and backwards. */
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
