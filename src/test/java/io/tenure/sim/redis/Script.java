package io.tenure.sim.redis;

import org.luaj.vm2.LuaClosure;

/** One script that a Redis has loaded. */
record Script(String digest, LuaClosure body) {}
