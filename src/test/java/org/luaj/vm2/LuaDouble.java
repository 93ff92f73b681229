package org.luaj.vm2;

import io.tenure.sim.redis.ConvertedNumber;

/**
 * Numbers of scripts other than small integers, and their arithmetic. It replaces the interpreter's
 * own class of this name, which writes them as Java does, not as Lua does.
 */
public final class LuaDouble extends ConvertedNumber {

  public static final LuaDouble NAN = new LuaDouble(Double.NaN);
  public static final LuaDouble POSINF = new LuaDouble(Double.POSITIVE_INFINITY);
  public static final LuaDouble NEGINF = new LuaDouble(Double.NEGATIVE_INFINITY);

  private LuaDouble(double number) {
    super(number);
  }

  public static LuaNumber valueOf(double number) {
    int small = (int) number;
    boolean minusZero = small == 0 && 1 / number < 0;
    return small == number && !minusZero ? LuaInteger.valueOf(small) : new LuaDouble(number);
  }

  public static LuaValue ddiv(double left, double right) {
    return valueOf(left / right);
  }

  public static double ddiv_d(double left, double right) {
    return left / right;
  }

  public static LuaValue dmod(double left, double right) {
    return valueOf(dmod_d(left, right));
  }

  public static double dmod_d(double left, double right) {
    return left - Math.floor(left / right) * right;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LuaDouble that && number == that.number;
  }

  @Override
  public LuaValue eq(LuaValue other) {
    return bool(other.raweq(number));
  }

  @Override
  public boolean eq_b(LuaValue other) {
    return other.raweq(number);
  }

  @Override
  public boolean raweq(LuaValue other) {
    return other.raweq(number);
  }

  @Override
  public boolean raweq(double other) {
    return number == other;
  }

  @Override
  public boolean raweq(int other) {
    return number == other;
  }

  @Override
  public LuaValue neg() {
    return valueOf(-number);
  }

  @Override
  public LuaValue add(LuaValue right) {
    return right.add(number);
  }

  @Override
  public LuaValue add(double left) {
    return valueOf(left + number);
  }

  @Override
  public LuaValue sub(LuaValue right) {
    return right.subFrom(number);
  }

  @Override
  public LuaValue sub(double right) {
    return valueOf(number - right);
  }

  @Override
  public LuaValue sub(int right) {
    return valueOf(number - right);
  }

  @Override
  public LuaValue subFrom(double left) {
    return valueOf(left - number);
  }

  @Override
  public LuaValue mul(LuaValue right) {
    return right.mul(number);
  }

  @Override
  public LuaValue mul(double left) {
    return valueOf(left * number);
  }

  @Override
  public LuaValue mul(int left) {
    return valueOf(left * number);
  }

  @Override
  public LuaValue pow(LuaValue right) {
    return right.powWith(number);
  }

  @Override
  public LuaValue pow(double right) {
    return valueOf(Math.pow(number, right));
  }

  @Override
  public LuaValue pow(int right) {
    return valueOf(Math.pow(number, right));
  }

  @Override
  public LuaValue powWith(double left) {
    return valueOf(Math.pow(left, number));
  }

  @Override
  public LuaValue powWith(int left) {
    return valueOf(Math.pow(left, number));
  }

  @Override
  public LuaValue div(LuaValue right) {
    return right.divInto(number);
  }

  @Override
  public LuaValue div(double right) {
    return valueOf(number / right);
  }

  @Override
  public LuaValue div(int right) {
    return valueOf(number / right);
  }

  @Override
  public LuaValue divInto(double left) {
    return valueOf(left / number);
  }

  @Override
  public LuaValue mod(LuaValue right) {
    return right.modFrom(number);
  }

  @Override
  public LuaValue mod(double right) {
    return dmod(number, right);
  }

  @Override
  public LuaValue mod(int right) {
    return dmod(number, right);
  }

  @Override
  public LuaValue modFrom(double left) {
    return dmod(left, number);
  }

  @Override
  public LuaValue lt(LuaValue right) {
    return bool(lt_b(right));
  }

  @Override
  public LuaValue lt(double right) {
    return bool(number < right);
  }

  @Override
  public LuaValue lt(int right) {
    return bool(number < right);
  }

  @Override
  public boolean lt_b(LuaValue right) {
    return right.gt_b(number);
  }

  @Override
  public boolean lt_b(double right) {
    return number < right;
  }

  @Override
  public boolean lt_b(int right) {
    return number < right;
  }

  @Override
  public LuaValue lteq(LuaValue right) {
    return bool(lteq_b(right));
  }

  @Override
  public LuaValue lteq(double right) {
    return bool(number <= right);
  }

  @Override
  public LuaValue lteq(int right) {
    return bool(number <= right);
  }

  @Override
  public boolean lteq_b(LuaValue right) {
    return right.gteq_b(number);
  }

  @Override
  public boolean lteq_b(double right) {
    return number <= right;
  }

  @Override
  public boolean lteq_b(int right) {
    return number <= right;
  }

  @Override
  public LuaValue gt(LuaValue right) {
    return bool(gt_b(right));
  }

  @Override
  public LuaValue gt(double right) {
    return bool(number > right);
  }

  @Override
  public LuaValue gt(int right) {
    return bool(number > right);
  }

  @Override
  public boolean gt_b(LuaValue right) {
    return right.lt_b(number);
  }

  @Override
  public boolean gt_b(double right) {
    return number > right;
  }

  @Override
  public boolean gt_b(int right) {
    return number > right;
  }

  @Override
  public LuaValue gteq(LuaValue right) {
    return bool(gteq_b(right));
  }

  @Override
  public LuaValue gteq(double right) {
    return bool(number >= right);
  }

  @Override
  public LuaValue gteq(int right) {
    return bool(number >= right);
  }

  @Override
  public boolean gteq_b(LuaValue right) {
    return right.lteq_b(number);
  }

  @Override
  public boolean gteq_b(double right) {
    return number >= right;
  }

  @Override
  public boolean gteq_b(int right) {
    return number >= right;
  }

  private static LuaValue bool(boolean value) {
    return value ? TRUE : FALSE;
  }
}
