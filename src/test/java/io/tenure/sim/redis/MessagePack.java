package io.tenure.sim.redis;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** The script function {@code cmsgpack.unpack}. */
final class MessagePack extends VarArgFunction {

  @Override
  public Varargs invoke(Varargs args) {
    LuaString packed = args.checkstring(1);
    ByteBuffer in = ByteBuffer.wrap(packed.m_bytes, packed.m_offset, packed.m_length);
    try {
      LuaValue first = in.hasRemaining() ? read(in) : LuaValue.NIL;
      if (!in.hasRemaining()) {
        return packed.m_length == 0 ? LuaValue.NONE : first;
      }
      Varargs all = first;
      while (in.hasRemaining()) {
        LuaValue next = read(in);
        LuaValue[] more = new LuaValue[all.narg() + 1];
        for (int at = 0; at < more.length - 1; at++) {
          more[at] = all.arg(at + 1);
        }
        more[more.length - 1] = next;
        all = LuaValue.varargsOf(more);
      }
      return all;
    } catch (BufferUnderflowException cut) {
      throw new ScriptError("Missing bytes in input.", true);
    }
  }

  private static LuaValue read(ByteBuffer in) {
    int head = in.get() & 0xff;
    if (head < 0x80) {
      return LuaValue.valueOf(head);
    } else if (head < 0x90) {
      return map(in, head & 0x0f);
    } else if (head < 0xa0) {
      return list(in, head & 0x0f);
    } else if (head < 0xc0) {
      return text(in, head & 0x1f);
    } else if (head >= 0xe0) {
      return LuaValue.valueOf((byte) head);
    }
    return switch (head) {
      case 0xc0 -> LuaValue.NIL;
      case 0xc2 -> LuaValue.FALSE;
      case 0xc3 -> LuaValue.TRUE;
      case 0xd9 -> text(in, in.get() & 0xff);
      case 0xda -> text(in, in.getShort() & 0xffff);
      case 0xdb -> text(in, in.getInt());
      case 0xca -> LuaValue.valueOf(in.getFloat());
      case 0xcb -> LuaValue.valueOf(in.getDouble());
      case 0xcc -> LuaValue.valueOf(in.get() & 0xff);
      case 0xcd -> LuaValue.valueOf(in.getShort() & 0xffff);
      case 0xce -> LuaValue.valueOf((double) (in.getInt() & 0xffff_ffffL));
      case 0xcf -> unsigned(in.getLong());
      case 0xd0 -> LuaValue.valueOf(in.get());
      case 0xd1 -> LuaValue.valueOf(in.getShort());
      case 0xd2 -> LuaValue.valueOf(in.getInt());
      case 0xd3 -> LuaValue.valueOf((double) in.getLong());
      case 0xdc -> list(in, in.getShort() & 0xffff);
      case 0xdd -> list(in, in.getInt());
      case 0xde -> map(in, in.getShort() & 0xffff);
      case 0xdf -> map(in, in.getInt());
      default -> throw new ScriptError("Bad data format in input.", true);
    };
  }

  private static LuaValue unsigned(long number) {
    return LuaValue.valueOf(number >= 0 ? number : number + 0x1p64);
  }

  /** A part of the packed bytes, which are not copied. */
  private static LuaString text(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    LuaString text = LuaString.valueUsing(in.array(), in.arrayOffset() + in.position(), length);
    in.position(in.position() + length);
    return text;
  }

  private static LuaTable list(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    LuaValue[] values = new LuaValue[length];
    for (int at = 0; at < length; at++) {
      values[at] = read(in);
    }
    return new LuaTable(null, values, null);
  }

  private static LuaTable map(ByteBuffer in, int length) {
    LuaTable map = new LuaTable();
    for (int left = length; left > 0; left--) {
      LuaValue key = read(in);
      if (key.isnil()) {
        throw new LuaError("table index is nil");
      }
      map.rawset(key, read(in));
    }
    return map;
  }
}
