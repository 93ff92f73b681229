package io.tenure.shard.loop;

/** The clocks of the machine, as a shard reads them. */
public interface Clock {

  /** Only ever forward; may stand still while the machine is suspended. */
  long nanos();

  /** What people read; may be set forward and back. */
  long wallMillis();

  /** Of this machine. */
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
