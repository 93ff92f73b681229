package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertAll;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the Lua of the simulated Redis with the Lua of a real one wherever they could differ.
 */
final class LuaEdgesTest {

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "3.99",
          "-3.99",
          "0.1",
          "1/3",
          "100",
          "1e3",
          "123456789012",
          "1e14",
          "1e15",
          "99999999999999",
          "999999999999999",
          "2^31",
          "2^31-1",
          "-2^31",
          "-2^31-1",
          "2^32",
          "2^53",
          "2^53-1",
          "2^53+2",
          "-2^53",
          "2^62",
          "2^63",
          "-2^63",
          "1e100",
          "1e-5",
          "1.5e300*1e10",
          "1/0",
          "-1/0",
          "0.5",
          "1.5",
          "2.5",
          "1e21",
          "123456.789e3",
          "9007199254740993",
          "0x10",
          "5e-324",
          "12345678901234567890");

  private static final List<String> USES =
      List.of(
          "return N",
          "return tostring(N)",
          "return '' .. (N)",
          "return (N) .. '/' .. (N)",
          "return string.format('%.0f', N)",
          "return string.format('%d|%s|%5.1f|%g|%x', N, N, N, N, 17)",
          "return string.format('%.14g|%.17g|%e', N, N, N)",
          "return table.concat({N, 'a', N}, ',')",
          "return string.len(N)",
          "return string.sub(N, 1, 8)",
          "redis.call('HSET', 'h', 'n', N) return redis.call('HGET', 'h', 'n')",
          "return tostring(math.floor(N))",
          "return tostring(math.max(N, 2^53))",
          "return {N, {N}}",
          "return tostring(tonumber('N'))",
          "return tostring((N) == (N) + 0)");

  private static final List<String> TEXTS =
      List.of(
          "0x10",
          " 12 ",
          "1e3",
          "",
          " ",
          "+5",
          "-5",
          "- 5",
          "0x",
          "0x1p4",
          "1.",
          ".5",
          ".",
          "1e",
          "12a",
          "1 2",
          "\\n7\\t",
          "12\\000x",
          "inf",
          "9007199254740993",
          "1_0",
          "0b1",
          "00012",
          "1e400",
          "-0",
          "5/x",
          "٣");

  private static final List<String> SNIPPETS =
      List.of(
          "return {1, 2, nil, 4}",
          "return {1, false, true, 'x', {nil}, {{}}, {ok = 'a\\nb'}, {err = 'MY error'}}",
          "return nil",
          "return true",
          "return false",
          "return",
          "local x = 1",
          "return 'a', 'b'",
          "return {ok = 'FINE'}",
          "return {err = 'ERR oh no'}",
          "return {ok = 1}",
          "return {a = 1}",
          "return {err = 'line\\r\\nbreak'}",
          "return function() end",
          "return redis.status_reply('S')",
          "return redis.error_reply('E x')",
          "return redis.status_reply()",
          "return redis.error_reply(1, 2)",
          "return {2^53, 2^53 + 1, 2^53 + 2, -2^53 - 1, 3.99, -3.99}",
          "return undeclared",
          "undeclared = 1 return 1",
          "local function f() g = 1 end f()",
          "return type(redis.pcall('HGET', 's', 'f').err)",
          "return redis.pcall('HGET', 's', 'f')",
          "return redis.call('HGET', 's', 'f')",
          "local ok, no = pcall(redis.call, 'HGET', 's', 'f') return {tostring(ok), no}",
          "local ok, no = pcall(function() error('mine') end) return {tostring(ok), no}",
          "local ok, no = pcall(function() error('mine', 0) end) return {tostring(ok), no}",
          "local ok, no = pcall(function() error({code = 7}) end) return {tostring(ok), no.code}",
          "return {pcall(function() return 1, 'two', nil, 4 end)}",
          "error('mine')",
          "error('mine', 0)",
          "\n\nerror('third line')",
          "\nreturn redis.call('HGET', 's', 'f')",
          "return ('x')()",
          "local t return t.x",
          "return 1 + {}",
          "return 'a' < 1",
          "return #nil",
          "return '10' + 1",
          "return '0x10' * 2",
          "return ' 3 ' - 1",
          "return 'x' + 1",
          "return 10 == '10'",
          "return tostring('a' < 'b') .. tostring('a' < 'B')",
          "return tostring('' < 'a') .. tostring('a\\0b' < 'a\\0c')",
          "return tostring('2' < '10')",
          "return 7 % 3 .. ' ' .. -7 % 3 .. ' ' .. 7 % -3",
          "return 2 ^ 10",
          "return 7 / 2",
          "return -7 / 2",
          "return tostring(0 / 1) .. 1 / 2",
          "return {string.match('12/ab/c', '^(%d+)/(.*)$')}",
          "return {string.match('/x', '^(%d+)/(.*)$')}",
          "return {string.match('12', '^(%d+)/(.*)$')}",
          "return {string.match('9007199254740993/s\\0t', '^(%d+)/(.*)$')}",
          "return string.match('# Server\\r\\nrun_id:0af9\\r\\n', 'run_id:(%x+)')",
          "return string.match('a1b2', '%a%d', 3)",
          "return {string.find('a.b', '.', 1, true)}",
          "return {string.find('key = value', '(%w+) = (%w+)')}",
          "return {string.match('[[x]]', '%b[]'), string.match('THE (quick)', '%((%a+)%)')}",
          "return {string.gsub('hello world', 'o', '0')}",
          "return {string.gsub('abc', '%w', '%0%0', 2)}",
          "return {string.gsub('hello', '', '-')}",
          "local t = {} for x in string.gmatch('a,b,,c', '[^,]+') do t[#t + 1] = x end return t",
          "local t = {} for x in string.gmatch('', '[^,]+') do t[#t + 1] = x end return t",
          "local t = {} for k, v in string.gmatch('a=1,b=2', '(%w)=(%w)') do t[#t+1] = k .. v end"
              + " return t",
          "return {string.sub('hello', 2), string.sub('hello', -3, -2), string.sub('hello', 9)}",
          "return {string.byte('az', 1, -1)}",
          "return string.char(0, 127, 255)",
          "return {('x'):rep(3), ('aB'):upper(), ('aB'):lower(), ('ab'):reverse()}",
          "local t = {1, 2, 3, 4} table.remove(t, 2) return t",
          "local t = {1, 2, 3} return {table.remove(t), table.remove(t), #t}",
          "local t = {} return {tostring(table.remove(t)), #t}",
          "local t = {'b'} table.insert(t, 'c') table.insert(t, 1, 'a') return t",
          "return table.concat({})",
          "return table.concat({1, 2.5, 'x'}, '-', 2, 3)",
          "return table.concat({'a', {}, 'c'})",
          "local t = {3, 1, 2} table.sort(t) return t",
          "return {unpack({1, 2, 3}, 2)}",
          "return {unpack({1, 2, 3}, 2, 5)}",
          "local t = {} for i = 1, 7998 do t[i] = i end return select('#', unpack(t))",
          "local t = {} for i = 1, 8001 do t[i] = i end return select('#', unpack(t))",
          "return select('#', nil, nil)",
          "return select(2, 'a', 'b', 'c')",
          "local n = 0 for k, v in pairs({a = 1, b = 2, 3}) do n = n + v end return n",
          "local n = 0 for i, v in ipairs({1, 2, nil, 4}) do n = n + v end return n",
          "local n = 0 for i = 10, 1, -3 do n = n * 100 + i end return n",
          "return {type(1), type('x'), type({}), type(nil), type(true), type(type)}",
          "return tonumber('ff', 16)",
          "return tonumber('zz', 36)",
          "return tonumber('8', 8)",
          "return tostring(tonumber('10', 2))",
          "return tostring(tonumber({}))",
          "return tostring(nil) .. tostring(true)",
          "return not nil",
          "return #KEYS .. ' ' .. #ARGV",
          "ARGV[1] = 5 return ARGV[1]",
          "return ARGV",
          "return KEYS[1] .. ARGV[2] .. tostring(KEYS[2])",
          "return redis.call('HSET', 'h', 1, 2, 2.5, -0.1)",
          "return redis.call('HGETALL', 'h')",
          "return redis.call('HSET', 'h', 'a')",
          "return redis.call('HSET', 'h', 'a', true)",
          "return redis.call('HSET', 'h', 'a', {})",
          "return redis.call('HGET', 'h', nil)",
          "return redis.call()",
          "return redis.pcall()",
          "return redis.call('NOPE')",
          "return redis.pcall('NOPE').err",
          "return redis.call('HGET', 'h')",
          "return redis.call('CONFIG', 'GET', 'appendonly')",
          "return redis.call('EVAL', 'x', 0)",
          "return redis.call('WAIT', 0, 0)",
          "return redis.call('hget', 'h', '1')",
          "return redis.call('HGET', 'h', 'missing')",
          "return redis.call('HMGET', 'h', '1', 'x')",
          "return type(redis.call('HGET', 'h', 'missing'))",
          "return redis.call('HINCRBY', 'h', 'c', 2^53)",
          "return redis.call('PING').ok",
          "return redis.call('HINCRBY', 'h', 'c', 9.5)",
          "return redis.call('DEL', 'h', 's', 'x')",
          "redis.call('HSET', 'kept', 'a', '1') error('after')",
          "redis.call('HSET', 'kept', 'b', '2') redis.call('HGET', 's') return 1",
          "redis.call('HSET', 'kept', 'c', '3') redis.pcall('HGET', 's', 'x') return 'went on'",
          "return #redis.call('TIME')",
          "return {type(redis.call('TIME')[1])}",
          "return cmsgpack.unpack('\\221\\161a\\217\\001b')",
          "return #cmsgpack.unpack('\\221\\0\\0\\0\\2\\217\\1a\\219\\0\\0\\0\\1b')",
          "return cmsgpack.unpack('\\147\\255\\205\\1\\0\\211\\0\\0\\0\\0\\0\\0\\1\\0')",
          "return {cmsgpack.unpack('\\1\\2\\3')}",
          "return cmsgpack.unpack('\\221\\0')",
          "return cmsgpack.unpack('\\193')",
          "return cmsgpack.unpack('\\129\\161a\\7').a",
          "return {cmsgpack.unpack('')}",
          "syntax error here",
          "return (",
          "return '\\065\\n'",
          "local a <const> = 1",
          "return 1 --[[ a comment ]]",
          "do return 5 end",
          "local a = {n = 1, [2] = 'b', 'a'} return {a.n, a[1], a[2]}",
          "local s = '' for i = 1, 3 do s = s .. i end return s",
          "local t = setmetatable({}, {__index = function(t, k) return k end}) return t.name",
          "return {math.min(3, 1), math.max(1, 2^53), math.abs(-4), math.floor(-1.5)}",
          "return tostring(math.huge) .. tostring(-math.huge)",
          "return math.fmod(7, 3)");

  @Test
  void aRealRedisSaysTheSame(@TempDir Path directory) throws IOException {
    List<Executable> all = new ArrayList<>();
    try (TestRedis redis = TestRedis.start(directory);
        BothRedis both = new BothRedis(redis)) {
      for (String snippet : snippets()) {
        both.both("SET", "s", "a string");
        all.add(() -> both.both("EVAL", snippet, "1", "key", "one", "2"));
      }
      assertAll(all);
      both.assertSameData(List.of("h", "kept"));
    }
  }

  private static List<String> snippets() {
    List<String> snippets = new ArrayList<>(SNIPPETS);
    for (String number : NUMBERS) {
      USES.forEach(use -> snippets.add(use.replace("N", number)));
    }
    for (String text : TEXTS) {
      snippets.add("return tostring(tonumber('" + text + "'))");
    }
    return snippets;
  }
}
