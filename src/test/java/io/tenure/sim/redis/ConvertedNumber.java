package io.tenure.sim.redis;

import org.luaj.vm2.LuaInteger;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/** A number of a script that converts to other types; its text is the same as in Lua 5.1. */
public abstract class ConvertedNumber extends LuaNumber {

  protected final double number;

  protected ConvertedNumber(double number) {
    this.number = number;
  }

  @Override
  public String tojstring() {
    return Numbers.lua(number);
  }

  @Override
  public LuaString strvalue() {
    return LuaString.valueOf(tojstring());
  }

  @Override
  public LuaValue tostring() {
    return strvalue();
  }

  @Override
  public LuaString checkstring() {
    return strvalue();
  }

  @Override
  public String checkjstring() {
    return tojstring();
  }

  @Override
  public LuaString optstring(LuaString missing) {
    return strvalue();
  }

  @Override
  public String optjstring(String missing) {
    return tojstring();
  }

  @Override
  public LuaValue tonumber() {
    return this;
  }

  @Override
  public boolean isvalidkey() {
    return !Double.isNaN(number);
  }

  @Override
  public boolean islong() {
    return number == (long) number;
  }

  @Override
  public byte tobyte() {
    return (byte) (long) number;
  }

  @Override
  public char tochar() {
    return (char) (long) number;
  }

  @Override
  public double todouble() {
    return number;
  }

  @Override
  public float tofloat() {
    return (float) number;
  }

  @Override
  public int toint() {
    return (int) (long) number;
  }

  @Override
  public long tolong() {
    return (long) number;
  }

  @Override
  public short toshort() {
    return (short) (long) number;
  }

  @Override
  public double optdouble(double missing) {
    return number;
  }

  @Override
  public int optint(int missing) {
    return toint();
  }

  @Override
  public long optlong(long missing) {
    return tolong();
  }

  @Override
  public LuaInteger optinteger(LuaInteger missing) {
    return LuaInteger.valueOf(toint());
  }

  @Override
  public LuaInteger checkinteger() {
    return LuaInteger.valueOf(toint());
  }

  @Override
  public int checkint() {
    return toint();
  }

  @Override
  public long checklong() {
    return tolong();
  }

  @Override
  public double checkdouble() {
    return number;
  }
}
