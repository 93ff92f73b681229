// The list of leases and those that end next: rows are kept and only what changed is written.

import { $, h, keyLink, say } from './dom.js';
import { count, left, span } from './format.js';
import { drop, frozen, inJeopardy, leftOf, ring, seen } from './rings.js';

const rows = new Map();
const soon = new Map();
const body = $('rows');

export function showList(list, filter, held) {
  const heard = performance.now();
  const seen = new Set();
  for (const lease of list.rows) {
    seen.add(lease.key);
    let row = rows.get(lease.key);
    if (!row) {
      row = newRow(lease.key);
      rows.set(lease.key, row);
      body.append(row.tr);
    }
    put(row, lease, heard);
  }
  for (const [key, row] of rows) {
    if (!seen.has(key)) {
      drop(row.ring);
      row.tr.remove();
      rows.delete(key);
    }
  }
  note(list, filter, held);
  tick(true);
}

// Several times a second, for what is in sight; the rings draw themselves.
export function tick(all = false) {
  const wall = Date.now() / 1000;
  for (const row of rows.values()) {
    if (all || seen(row.ring)) {
      write(row, wall);
    }
  }
  for (const each of soon.values()) {
    say(each.left, left(leftOf(each.lease) ?? 0));
    each.li.className = inJeopardy(each.lease) ? 'jeopardy' : '';
  }
}

export function showSoon(news) {
  const heard = performance.now();
  const seen = new Set(news.rows.map((lease) => lease.key + lease.token));
  for (const [name, each] of soon) {
    if (!seen.has(name)) {
      drop(each.ring);
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
    lease.heard = heard;
    each.lease = each.ring.lease = lease;
  }
  const list = $('soon');
  news.rows.forEach((lease, at) => {
    const li = soon.get(lease.key + lease.token).li;
    if (list.children[at] !== li) {
      list.insertBefore(li, list.children[at] ?? null);
    }
  });
  const jeopardy = news.rows.filter(inJeopardy).length;
  say($('soon-note'), (jeopardy ? `${jeopardy} in jeopardy: less than a quarter left` : '')
    + (news.complete === false ? ' · there are more than could be looked at' : ''));
  $('soon-empty').hidden = news.rows.length > 0;
  list.hidden = news.rows.length === 0;
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
  const cell = (className = '') => h('td', { className });
  const row = { ring: ring(), left: h('span', { className: 'left' }), key: h('a', { href: keyLink(key) }, key) };
  [row.holder, row.since, row.token, row.waiters, row.state] =
    [cell(), cell('wide'), cell('wide number'), cell('wide number'), cell('state')];
  row.tr = h('tr', {}, h('td', {}, row.ring, row.left), h('td', { title: key }, row.key),
    row.holder, row.since, row.token, row.waiters, row.state);
  return row;
}

function put(row, lease, heard) {
  const was = row.lease;
  lease.heard = lease.gone && was ? was.heard : heard;
  row.lease = row.ring.lease = lease;
  say(row.holder, lease.holder + (lease.holders > 1 ? ` and ${lease.holders - 1} more` : ''));
  row.holder.title = lease.holder;
  say(row.token, String(lease.token));
  say(row.waiters, lease.waiters ? String(lease.waiters) : '');
}

function write(row, wall) {
  const lease = row.lease;
  const remaining = leftOf(lease);
  const jeopardy = inJeopardy(lease);
  say(row.left, lease.gone ? 'ended' : remaining === null ? 'session' : left(remaining));
  say(row.since, span(wall - lease.since));
  say(row.state, frozen() ? 'not known' : lease.gone ?? (lease.breaking ? 'breaking' : jeopardy ? 'in jeopardy' : 'healthy'));
  const state = lease.gone ? 'gone' : jeopardy ? 'jeopardy' : '';
  if (row.tr.className !== state) {
    row.tr.className = state;
  }
}

function newSoon(lease) {
  const each = { ring: ring(), left: h('span', { className: 'left' }) };
  each.li = h('li', {}, each.ring, each.left, h('a', { href: keyLink(lease.key) }, lease.key),
    h('span', { className: 'who' }, `${lease.holder} #${lease.token}`));
  return each;
}

function note(list, filter, held) {
  const searching = (list.searched < 1 || list.missed) && !list.full;
  const shown = list.rows.filter((lease) => !lease.gone).length;
  say($('leases-note'), [
    filter ? `${count(shown)} that match “${filter}”` : `${count(shown)} of ${count(held ?? shown)}`,
    list.full ? 'there are more: narrow the search' : '',
    searching ? list.missed ? 'there are more: searching again' : `searching, ${Math.floor(list.searched * 100)} %` : '',
    list.unreachable ? `${list.unreachable} shards do not answer` : '',
  ].filter(Boolean).join(' · '));
  const empty = $('leases-empty');
  empty.hidden = list.rows.length > 0;
  say(empty, searching ? 'Searching…' : filter
    ? `No held key matches “${filter}”. Enter opens it as a key all the same.`
    : 'Nothing is held. Acquire a key and it appears here: POST /v1/leases?key=jobs/nightly&holder=me&ttl=30s');
}
