package io.tenure.sim.redis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/**
 * The script function {@code string.match} with a memory of its last results, because scripts
 * repeat the same matches in call after call.
 */
final class Match extends VarArgFunction {

  private static final int REMEMBERED_MAX = 256;

  private record Asked(LuaString text, LuaString pattern) {}

  private final LuaValue interpreted;
  private final Map<Asked, Varargs> found = new ConcurrentHashMap<>();

  /** {@code interpreted}: the same function of the interpreter. */
  Match(LuaValue interpreted) {
    this.interpreted = interpreted;
  }

  @Override
  public Varargs invoke(Varargs args) {
    if (args.narg() == 2
        && args.arg1() instanceof LuaString text
        && args.arg(2) instanceof LuaString pattern) {
      Asked asked = new Asked(text, pattern);
      Varargs known = found.get(asked);
      if (known == null) {
        known = interpreted.invoke(args);
        if (found.size() >= REMEMBERED_MAX) {
          found.clear();
        }
        found.put(asked, known);
      }
      return known;
    }
    return interpreted.invoke(args);
  }
}
