// The list of leases and of those that end next: rows stay, and only changes are written.

import { $, h, keyLink, say } from './dom.js';
import { count, left, span } from './format.js';
import { Column, frozen, hear, heldFor, inJeopardy, leftOf } from './rings.js';

const rows = new Map();
const soon = new Map();
const body = $('rows');
const ROW_HEIGHT = 34;
const SOON_HEIGHT = 26;
const rowRings = new Column(body, ROW_HEIGHT);
const soonRings = new Column($('soon'), SOON_HEIGHT);

// The time since the server's last look has passed already.
function take(lease, news) {
  hear(lease, news.clockMs, news.nowMs - lease.readAtMs);
}

export function showList(list, filter, held) {
  const seen = new Set();
  for (const lease of list.rows) {
    seen.add(lease.key);
    take(lease, list);
    let row = rows.get(lease.key);
    if (!row) {
      row = newRow(lease.key);
      rows.set(lease.key, row);
      body.append(row.tr);
    }
    put(row, lease);
  }
  for (const [key, row] of rows) {
    if (!seen.has(key)) {
      row.tr.remove();
      rows.delete(key);
    }
  }
  rowRings.show([...rows.values()].map((row) => row.lease));
  note(list, filter, held);
  tick(true);
}

// Called several times a second, for the visible rows; the rings draw themselves.
export function tick(all = false) {
  let at = 0;
  for (const row of rows.values()) {
    if (all || rowRings.sees(at)) {
      write(row);
    }
    at++;
  }
  for (const each of soon.values()) {
    say(each.left, left(leftOf(each.lease) ?? 0));
    mark(each.li, inJeopardy(each.lease) ? 'jeopardy' : '');
  }
}

export function showSoon(news) {
  const seen = new Set(news.rows.map((lease) => lease.key + lease.token));
  for (const [name, each] of soon) {
    if (!seen.has(name)) {
      each.li.remove();
      soon.delete(name);
    }
  }
  for (const lease of news.rows) {
    const name = lease.key + lease.token;
    let each = soon.get(name);
    if (!each) {
      each = newSoon(lease);
      soon.set(name, each);
    }
    take(lease, news);
    each.lease = lease;
  }
  soonRings.show(news.rows);
  const list = $('soon');
  news.rows.forEach((lease, at) => {
    const li = soon.get(lease.key + lease.token).li;
    if (list.children[at] !== li) {
      list.insertBefore(li, list.children[at] ?? null);
    }
  });
  const jeopardy = news.rows.filter(inJeopardy).length;
  say($('soon-note'), (jeopardy ? `${jeopardy} in jeopardy: less than a third left` : '')
    + (news.complete === false ? ' · the list is not complete: there are too many leases to look at' : ''));
  $('soon-empty').hidden = news.rows.length > 0;
  list.parentElement.hidden = news.rows.length === 0;
  tick();
}

export function move(step) {
  const links = [...body.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function newRow(key) {
  const cell = (className, ...children) => h('td', { className, role: 'cell' }, ...children);
  const row = { left: h('span', { className: 'left' }), key: h('a', { href: keyLink(key) }, key) };
  row.since = h('span', { className: 'told' });
  row.state = h('span', { className: 'told' });
  [row.holder, row.token, row.waiters] = [cell(''), cell('wide number'), cell('wide number')];
  row.tr = h('tr', { role: 'row' }, cell('ringing', row.left), h('td', { title: key, role: 'cell' }, row.key),
    row.holder, cell('wide', row.since), row.token, row.waiters, cell('state', row.state));
  return row;
}

function put(row, lease) {
  row.lease = lease;
  say(row.holder, lease.holder + (lease.holderCount > 1 ? ` and ${lease.holderCount - 1} more` : ''));
  row.holder.title = lease.holder;
  say(row.token, String(lease.token));
  say(row.waiters, lease.waiters ? String(lease.waiters) : '');
}

function write(row) {
  const lease = row.lease;
  const remaining = leftOf(lease);
  const jeopardy = inJeopardy(lease);
  say(row.left, lease.gone ? 'ended' : remaining === null ? 'session' : left(remaining));
  say(row.since, span(heldFor(lease) / 1000));
  say(row.state, frozen() ? 'not known' : lease.gone ?? (lease.breaking ? 'breaking' : jeopardy ? 'in jeopardy' : 'healthy'));
  mark(row.tr, lease.gone ? 'gone' : jeopardy ? 'jeopardy' : '');
}

function mark(element, state) {
  if (element.className !== state) {
    element.className = state;
  }
}

function newSoon(lease) {
  const each = { left: h('span', { className: 'left' }) };
  each.li = h('li', {}, each.left, h('a', { href: keyLink(lease.key) }, lease.key),
    h('span', { className: 'holder' }, `${lease.holder} #${lease.token}`));
  return each;
}

function note(list, filter, held) {
  const searching = (list.searched < 1 || list.missed) && !list.full;
  const shown = list.rows.filter((lease) => !lease.gone).length;
  say($('leases-note'), [
    filter ? `${count(shown)} that match “${filter}”` : `${count(shown)} ${shown === 1 ? 'key' : 'keys'} · ${count(held ?? shown)} held in all`,
    list.full ? 'there are more: narrow the search' : '',
    searching ? list.missed ? 'there are more: searching again' : `searching, ${Math.floor(list.searched * 100)} %` : '',
    list.unreachable ? `${list.unreachable} shards do not answer` : '',
  ].filter(Boolean).join(' · '));
  const empty = $('leases-empty');
  empty.hidden = list.rows.length > 0;
  say(empty, searching ? 'Searching…' : filter
    ? `No held key matches “${filter}”. Press Enter to open the key with this name.`
    : 'No key is held. Acquire a key and it appears here: POST /v1/leases?key=jobs/nightly&holder=me&ttl=30s');
}
