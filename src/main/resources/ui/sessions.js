// Sessions with their leases, requested while the view is open.

import { $, h, keyLink, say } from './dom.js';
import { count, left, span } from './format.js';
import { Column, hear, heldFor, leftOf } from './rings.js';

const AGAIN_MILLIS = 2000;
const KEYS_SHOWN = 8;
const rows = new Map();
const body = $('session-rows');
const ROW_HEIGHT = 34;
const rings = new Column(body, ROW_HEIGHT);
let timer = null;
let pages = ['0:0'];

// Answers to earlier requests are obsolete.
let asked = 0;

export function show(does) {
  asked++;
  clearTimeout(timer);
  if (does) {
    pages = ['0:0'];
    say($('sessions-note'), 'loading…');
    refresh();
  }
}

$('sessions-more').onclick = () => {
  pages.push($('sessions-more').value);
  refresh();
};

// Sends one request after the other, however long an answer takes.
async function refresh() {
  clearTimeout(timer);
  const mine = ++asked;
  const all = [];
  let next = null;
  let trouble = null;
  try {
    for (const cursor of pages) {
      const response = await fetch('sessions?cursor=' + cursor);
      const page = await response.json();
      if (!response.ok) {
        throw new Error(page.detail);
      }
      page.sessions.forEach((session) => hear(session, page.clockMs));
      all.push(...page.sessions);
      next = page.cursor ?? null;
    }
  } catch (failed) {
    trouble = failed instanceof TypeError ? 'the server does not answer' : failed.message;
  }
  if (mine !== asked) {
    return;
  }
  if (trouble === null) {
    render(all, next);
  } else {
    say($('sessions-note'), `${trouble}: what you see is old. Trying again.`);
  }
  $('sessions-note').classList.toggle('problem', trouble !== null);
  timer = setTimeout(refresh, AGAIN_MILLIS);
}

function render(all, next) {
  const names = new Set();
  for (const session of all) {
    const name = `${session.shard}:${session.token}`;
    names.add(name);
    const row = rows.get(name) ?? newRow(session);
    rows.set(name, row);
    put(row, session);
    body.append(...row.tr.isConnected ? [] : [row.tr]);
  }
  for (const [name, row] of rows) {
    if (!names.has(name)) {
      row.tr.remove();
      rows.delete(name);
    }
  }
  rings.show([...rows.values()].map((row) => row.session));
  const more = $('sessions-more');
  more.hidden = next === null;
  more.value = next ?? '';
  $('sessions-empty').hidden = all.length > 0 || next !== null;
  say($('sessions-note'), `${count(all.length)} shown` + (next === null ? '' : ', there may be more'));
}

function newRow(session) {
  const cell = (className, ...children) => h('td', { className, role: 'cell' }, ...children);
  const row = { left: h('span', { className: 'left' }), since: h('span', { className: 'told' }), keys: cell('') };
  row.tr = h('tr', { role: 'row' }, cell('ringing', row.left), h('td', { title: session.holder, role: 'cell' }, session.holder),
    cell('wide', row.since), cell('wide number', String(session.token)), row.keys);
  return row;
}

// Only changes are written: the focus stays where it is.
function put(row, session) {
  row.session = session;
  say(row.left, left(leftOf(session) ?? 0));
  say(row.since, span(heldFor(session) / 1000));
  const said = session.keys.join('\n') + session.more;
  if (row.said !== said) {
    row.said = said;
    const rest = session.keys.length - KEYS_SHOWN;
    row.keys.replaceChildren(
      ...session.keys.slice(0, KEYS_SHOWN).flatMap((key) => [h('a', { href: keyLink(key) }, key), ' ']),
      session.keys.length === 0 ? 'nothing' : '',
      session.more ? 'and more' : rest > 0 ? `and ${rest} more` : '');
  }
}
