// The page of one key: its holders, their remaining time, its earlier holders, its waiters.

import { $, fill, h } from './dom.js';
import { clock, left, shellWord, span, stamp } from './format.js';
import { ask as askToBreak } from './breaking.js';
import { ageOf } from './rings.js';

const ENDS = { released: 'released', expired: 'expired', broken: 'broken', transferred: 'handed on' };
const TENURES_MAX = 100;
const SVG = 'http://www.w3.org/2000/svg';
const aside = $('key');

let open = null;
let shown = null;
let mayBreak = true;
let opener = null;
let timer = null;

export function allow(breaking) {
  mayBreak = breaking;
}

export function show(key) {
  if (key === open) {
    return;
  }
  if (open === null) {
    opener = document.activeElement;
  }
  open = key;
  shown = null;
  clearInterval(timer);
  aside.hidden = key === null;
  if (key === null) {
    opener?.focus?.();
    return;
  }
  aside.replaceChildren(head(key), h('p', { className: 'empty' }, 'Loading…'));
  aside.querySelector('button').focus({ preventScroll: true });
  refresh();
  timer = setInterval(refresh, 1000);
}

export async function refresh() {
  const key = open;
  if (key === null) {
    return;
  }
  try {
    const response = await fetch('key?key=' + encodeURIComponent(key));
    const page = await response.json();
    if (key === open) {
      if (response.ok) {
        render(page);
      } else {
        fail(key, page.detail);
      }
    }
  } catch (gone) {
    if (key === open && shown === null) {
      fail(key, 'the server does not answer');
    }
  }
}

// With several holders the reader has to choose one.
export function breakIt() {
  if (shown?.holders.length === 1 && mayBreak) {
    askToBreak(shown, shown.holders[0], refresh);
  } else {
    aside.querySelector('[data-name^="break"]')?.focus();
  }
}

function head(key) {
  const close = h('button', { type: 'button', title: 'Close (Esc)', onclick: () => { location.hash = '#/'; } }, 'Close');
  return h('h2', {}, h('span', { className: 'name' }, key), close);
}

function fail(key, detail) {
  fill(aside, [head(key), h('p', { className: 'problem', role: 'alert' }, detail)]);
}

function render(page) {
  const focused = aside.contains(document.activeElement);
  // The server lists holders in any order: the oldest comes first and represents all.
  page.holders.sort((one, other) => one.token - other.token);
  shown = page;
  const tenures = history(page);
  fill(aside, [
    head(page.key),
    h('p', { className: 'says' }, sentence(page)),
    actions(page),
    h('div', {}, page.holders.length > 1 ? holders(page) : null),
    h('h3', {}, `Queue: ${page.waiters} ${page.waiters === 1 ? 'waiter' : 'waiters'}`), h('div', {}, queue(page)),
    h('h3', {}, 'History'), lane(tenures, page.clockMs), past(tenures, page),
    h('h3', {}, 'Fence'), h('p', {}, fence(page)),
  ]);
  if (focused && !aside.contains(document.activeElement)) {
    aside.querySelector('button').focus({ preventScroll: true });
  }
}

function sentence(page) {
  const first = page.holders[0];
  if (!first) {
    return page.barredMs
      ? `${page.key} has no holder, and is locked for another ${left(page.barredMs)} (lock-delay).`
      : `${page.key} has no holder.`;
  }
  const healthy = first.bound ? 'as long as its session lives'
    : `${left(first.remainingMs)} of ${left(first.ttlMs)} left; ` + (first.remainingMs < first.ttlMs / 3 ? 'in jeopardy' : 'healthy');
  return `${first.holder} has held ${page.key} for ${span(ageOf(first, page.clockMs) / 1000)}; token ${first.token}; ${healthy}`
    + (first.breaking ? '; an operator ends it.' : '.');
}

function actions(page) {
  const address = `${location.origin}/v1/keys/${encodeURIComponent(page.key)}`;
  const copy = h('button', { type: 'button', onclick: () => navigator.clipboard?.writeText(`curl ${shellWord(address)}`) }, 'Copy curl');
  copy.dataset.name = 'copy';
  return h('div', { className: 'actions' }, page.holders.length > 1 ? null : breaker(page, page.holders[0], 'break'), copy);
}

function breaker(page, holder, name) {
  const cut = h('button', {
    type: 'button', className: 'danger', disabled: !holder || !mayBreak,
    onclick: () => askToBreak(page, holder, refresh),
  }, 'Break…');
  cut.dataset.name = name;
  cut.title = mayBreak ? `End the lease of ${holder?.holder ?? 'its holder'} (b)` : 'The setting http.breaking of this server is off: no lease can be broken';
  return cut;
}

function holders(page) {
  return table(['Holder', 'Token', 'Left', 'Slot', 'Break'], page.holders.map((each) =>
    [each.holder, each.token, each.withSession ? 'session' : left(each.remainingMs), each.slot ?? each.mode,
      breaker(page, each, `break-${each.token}`)]), 1);
}

function queue(page) {
  if (page.queue.length === 0) {
    return h('p', { className: 'hint' }, 'No waiters.');
  }
  return table(['#', 'Holder', 'Mode', 'Gives up in'],
    page.queue.map((each, at) => [at + 1, each.holder, each.mode, left(each.remainingMs)]));
}

// Combines single grants and ends to tenures; the beginning of the present tenures is known.
function history(page) {
  const byToken = new Map();
  for (const { token, holder, since } of page.holders) {
    byToken.set(token, { token, holder, from: Date.parse(since) });
  }
  for (const event of page.events) {
    const tenure = byToken.get(event.token) ?? { token: event.token, holder: event.holder };
    byToken.set(event.token, tenure);
    if (event.type === 'granted') {
      tenure.from = Date.parse(event.at);
    } else if (event.type in ENDS) {
      tenure.until = Date.parse(event.at);
      tenure.how = event.type;
      tenure.reason = event.reason;
    }
  }
  return [...byToken.values()].sort((one, other) => one.token - other.token);
}

function past(tenures, page) {
  const rows = tenures.slice().reverse().slice(0, TENURES_MAX).map((each) => [
    each.token, each.holder, each.from ? stamp(each.from) : `before ${stamp(Date.parse(page.knownSince))}`,
    each.until ? `${ENDS[each.how]} ${clock(each.until)}` + (each.reason ? ` (${each.reason})` : '') : 'still held',
  ]);
  return h('div', {}, rows.length === 0 ? null : table(['Token', 'Holder', 'From', 'How it ended'], rows),
    h('p', { className: 'reach' }, reach(tenures, page)));
}

// Forgotten tenures must not look like a time without a holder.
function reach(tenures, page) {
  const since = stamp(Date.parse(page.knownSince));
  return [
    tenures.length > TENURES_MAX ? `The latest ${TENURES_MAX} of ${tenures.length}.` : '',
    tenures.length === 0 ? `The key has had no holder since ${since}.` : '',
    page.complete
      ? `This server has known the shard since ${since}. It does not know the holders before that time.`
      : `The shard remembers its latest events, back to ${since}. It has forgotten the holders before that time.`,
  ].filter(Boolean).join(' ');
}

function fence(page) {
  const tokens = page.holders.map((each) => each.token);
  const earlier = `A token below ${Math.min(...tokens)} belongs to an earlier holder: a resource that checks tokens refuses it.`;
  return [
    tokens.length === 0 ? 'The next holder gets a larger token than every holder before.' : earlier,
    tokens.length > 1 ? `The tokens of all ${tokens.length} present holders are valid: a resource with one mark for all would refuse all but the largest.` : '',
    page.mark ? `This server has a fence with the name ${page.key}, which refuses tokens below ${page.mark}.` : '',
  ].filter(Boolean).join(' ');
}

// A bar for each tenure, hollow where it expired, full where it was released.
function lane(tenures, clockMs) {
  const known = tenures.filter((each) => each.from);
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('class', 'lane');
  picture.setAttribute('viewBox', '0 0 1000 34');
  picture.setAttribute('preserveAspectRatio', 'none');
  picture.setAttribute('aria-hidden', 'true');
  if (known.length === 0) {
    return picture;
  }
  const begin = known[0].from;
  const end = Math.max(clockMs, begin + 1000);
  for (const each of known.slice(-200)) {
    const from = (each.from - begin) / (end - begin) * 1000;
    const until = ((each.until ?? end) - begin) / (end - begin) * 1000;
    const bar = document.createElementNS(SVG, 'rect');
    const hollow = each.how === 'expired' || each.how === 'broken';
    const hue = [...each.holder].reduce((sum, char) => (sum * 31 + char.codePointAt(0)) % 360, 7);
    for (const [name, value] of Object.entries({
      x: from, y: 4, height: 26, width: Math.max(3, until - from - 1), rx: 3,
      fill: hollow ? 'none' : `hsl(${hue} 45% 50%)`, stroke: `hsl(${hue} 45% 50%)`, 'stroke-width': 3,
    })) {
      bar.setAttribute(name, value);
    }
    picture.append(bar);
  }
  return picture;
}

// One of the columns identifies each row.
function table(heads, rows, named = 0) {
  return h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((each) => h('th', { scope: 'col' }, each)))),
    h('tbody', {}, ...rows.map((row) => h('tr', { 'data-name': row[named] }, ...row.map((each) =>
      each instanceof Element ? h('td', {}, each) : h('td', { title: String(each) }, String(each)))))));
}
