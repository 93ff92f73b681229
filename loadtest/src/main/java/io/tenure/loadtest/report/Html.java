package io.tenure.loadtest.report;

/** The common parts of all pages: the style, and the escaping of text. */
final class Html {

  /** Series after so many have the colours of the first again. */
  static final int COLOURS = 6;

  static final String STYLE =
      """
      :root{--bg:#fbfbf9;--fg:#1c1e21;--dim:#60656c;--rule:#dcdcd6;--card:#fff;
      --good:#1b7f4b;--bad:#b3261e;--fair:#8a6100;
      --c0:#2457c5;--c1:#c2410c;--c2:#0f766e;--c3:#9333ea;--c4:#a16207;--c5:#be185d}
      @media(prefers-color-scheme:dark){:root{--bg:#14161a;--fg:#e8e8e4;--dim:#9aa0a8;
      --rule:#30343b;--card:#1b1e23;--good:#58c78c;--bad:#ff8a80;--fair:#e2b93b;
      --c0:#7aa2f7;--c1:#ff9e64;--c2:#4fd1c5;--c3:#c792ea;--c4:#e0c060;--c5:#f472b6}}
      *{box-sizing:border-box}
      body{margin:0 auto;max-width:62rem;padding:2rem 1.2rem 6rem;background:var(--bg);
      color:var(--fg);font:16px/1.5 system-ui,sans-serif}
      h1{font-size:1.9rem;margin:0}h2{margin:0 0 .3rem;font-size:1.25rem}
      .dim,caption{color:var(--dim)}caption{text-align:left;padding:.3rem 0}
      section{background:var(--card);border:1px solid var(--rule);border-radius:.6rem;
      padding:1.1rem 1.3rem;margin:1.4rem 0;overflow-x:auto}
      table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;margin:.6rem 0}
      th,td{padding:.28rem .6rem .28rem 0;border-bottom:1px solid var(--rule);text-align:right;
      vertical-align:top}
      th{font-weight:600;color:var(--dim)}th:first-child,td:first-child{text-align:left}
      .l{text-align:left!important}
      .aim,.held{color:var(--good);font-weight:600}
      .line,.undecided{color:var(--fair);font-weight:600}
      .missed,.void{color:var(--bad);font-weight:600}
      .tag{display:inline-block;border:1px solid var(--rule);border-radius:1rem;
      padding:0 .6rem;font-size:.85rem;color:var(--dim)}
      figure{margin:.8rem 0}svg{width:100%;height:auto}
      svg text{fill:var(--dim);font:12px system-ui,sans-serif}
      svg .end{text-anchor:end}svg .mid{text-anchor:middle}
      svg .grid{stroke:var(--rule)}svg polyline{fill:none;stroke-width:2}
      figcaption{font-size:.9rem}
      .k::before{content:"";display:inline-block;width:.9rem;height:.25rem;margin:0 .35rem .2rem 0;
      background:currentColor}.k{margin-right:1rem}
      .s0{stroke:var(--c0);color:var(--c0)}.s1{stroke:var(--c1);color:var(--c1)}
      .s2{stroke:var(--c2);color:var(--c2)}.s3{stroke:var(--c3);color:var(--c3)}
      .s4{stroke:var(--c4);color:var(--c4)}.s5{stroke:var(--c5);color:var(--c5)}
      .dot{fill:currentColor;stroke:none}
      nav a{color:inherit;margin-right:1rem}
      """;

  private Html() {}

  static String text(String plain) {
    return plain
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
