package io.tenure.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Checks where marked code ends, and the results of edits. */
class MarkedTest {

  @Test
  void aStatementEndsWithItsSemicolon() {
    assertEquals("map.put(a, f(b));", java("map.put(\n    a,\n    f(b));\nmore();").code());
    assertEquals("int a, b = c;", java("int a, b = c; // why\nmore();").code());
    assertEquals("say(\"; // \\\" (\", ')');", java("say(\"; // \\\" (\", ')');\nmore();").code());
  }

  @Test
  void ofAnIfTheHeadIsMarked() {
    assertEquals("if (a(b) || c) {", java("if (a(b)\n    || c) {\n  more();\n}").code());
  }

  @Test
  void anOperandEndsBeforeTheNext() {
    assertEquals("&& (b || c)", java("&& (b || c)\n    && d) {").code());
    assertEquals("|| b.c(d, e)", java("|| b.c(d, e)) {").code());
    assertEquals("&& b", java("&& b;").code());
  }

  @Test
  void anArgumentEndsBeforeTheNext() {
    assertEquals("a.b(c, d)", java("a.b(c, d),\n    e);").code());
    assertEquals("e", java("e);").code());
  }

  @Test
  void aCallInAChainEndsBeforeTheNext() {
    assertEquals(".filter(a -> !a.b)", java(".filter(a -> !a.b)\n    .toList();").code());
  }

  @Test
  void aStatementOfAScriptEndsWithItsLineOrThen() {
    assertEquals("local a, b = f('--')", lua("local a, b = f('--') -- why\nmore()").code());
    assertEquals("elseif a and b then", lua("elseif a -- why\n  and b then\n  more()").code());
    assertEquals("and (b or c)", lua("and (b or c) and d then").code());
    assertEquals("or a", lua("or a\nend").code());
  }

  @Test
  void theRestStaysAsItIs() {
    String source = "return a // why\n    // mistake: b\n    && b;\n";

    assertEquals(
        "return a // why\n    // mistake: b\n    ;",
        Language.JAVA.marked(source, source.indexOf("&&")).with(""));
  }

  @Test
  void aTruthStandsForACondition() {
    Edit never = Edit.always(false);

    assertEquals("if (false) {", never.of(java("if (a(b) || c) {")));
    assertEquals("return false;", never.of(java("return a && (b || c);")));
    assertEquals("boolean x = false;", never.of(java("boolean x = a;")));
    assertEquals("|| false", never.of(java("|| a || b;")));
    assertEquals("elseif false then", never.of(lua("elseif (a) then")));
    assertEquals("and false", never.of(lua("and not (a or b) and c")));
  }

  @Test
  void aNameIsTakenFromWhatFollows() {
    Edit edit = Edit.rewritten("\\w+(?=;.*?(\\w+)[.]now)", "$1");

    assertEquals("return clock;", edit.of(java("return a;\n}\nlong b() {\n  return clock.now;")));
  }

  @Test
  void anEditThatDoesNotApplySaysSo() {
    assertThrows(AssertionError.class, () -> Edit.swapped("<", ">").of(java("a = b;")));
    assertThrows(AssertionError.class, () -> Edit.swapped("a", "b").of(java("a = a + 1;")));
    assertThrows(AssertionError.class, () -> Edit.rewritten("c", "d").of(java("a = b; c();")));
    assertThrows(AssertionError.class, () -> Edit.always(true).of(java("a = b;")));
  }

  private static Marked java(String code) {
    return Language.JAVA.marked(code, 0);
  }

  private static Marked lua(String code) {
    return Language.LUA.marked(code, 0);
  }
}
