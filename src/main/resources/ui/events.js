// The events as they happen: newest first, with the number of those that are not shown.

import { $, h, keyLink, say } from './dom.js';
import { clock, count } from './format.js';

const LINES_MAX = 200;

let paused = false;
let happened = [];
let waiting = 0;
const list = $('events');
const known = new Set();

export function pause(does = !paused) {
  paused = does;
  $('pause').setAttribute('aria-pressed', String(paused));
  say($('pause'), paused ? 'Go on' : 'Pause');
  if (!paused && waiting > 0) {
    mark(`${count(waiting)} events happened while you paused`);
  }
  waiting = 0;
}

export function mark(text) {
  list.prepend(h('li', { className: 'mark' }, text));
}

export function show(news) {
  if (news.missed) {
    mark(`this page was too slow: it missed ${news.missed} updates of the server`);
    return;
  }
  if (news.again) {
    mark('connected again: what happened meanwhile is not listed');
  }
  if (news.gap) {
    mark('some events were missed here');
  }
  rate(news);
  if (paused) {
    waiting += news.happened ?? 0;
    return;
  }
  const fresh = (news.events ?? []).filter((event) => isNew(event));
  if (fresh.length > 0) {
    const lines = document.createDocumentFragment();
    for (const event of fresh.reverse()) {
      lines.append(line(event));
    }
    list.prepend(lines);
    while (list.children.length > LINES_MAX) {
      list.lastChild.remove();
    }
  }
  $('events-empty').hidden = list.children.length > 0;
  list.hidden = list.children.length === 0;
}

function isNew(event) {
  const name = `${event.key}\n${event.revision}`;
  if (known.has(name)) {
    return false;
  }
  known.add(name);
  if (known.size > 4 * LINES_MAX) {
    known.delete(known.values().next().value);
  }
  return true;
}

// The rate of the last second: readers must not take the shown events for all of them.
function rate(news) {
  if (news.greeting) {
    return;
  }
  happened.push([news.happened, news.events.length]);
  happened = happened.slice(-4);
  const all = happened.reduce((sum, [each]) => sum + each, 0);
  const shown = happened.reduce((sum, [, each]) => sum + each, 0);
  say($('events-note'), shown < all ? `${count(shown)} of ${count(all)} a second are shown` : `${count(all)} a second`);
  list.classList.toggle('sampled', shown < all);
}

function line(event) {
  return h('li', { className: event.type },
    h('time', {}, clock(Date.parse(event.at))), ' ',
    h('span', { className: 'kind' }, event.type.toUpperCase()), ' ',
    h('a', { href: keyLink(event.key) }, event.key), ' ',
    `${event.holder} #${event.token}` + (event.reason ? ` (${event.reason})` : ''));
}
