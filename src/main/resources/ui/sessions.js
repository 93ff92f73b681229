// Sessions with what they keep, asked for while they are looked at.

import { $, h, keyLink, say } from './dom.js';
import { count, left, span } from './format.js';
import { drop, ring } from './rings.js';

let timer = null;
let pages = ['0:0'];

export function show(does) {
  clearInterval(timer);
  if (does) {
    pages = ['0:0'];
    refresh();
    timer = setInterval(refresh, 2000);
  }
}

$('sessions-more').onclick = () => {
  pages.push($('sessions-more').value);
  refresh();
};

async function refresh() {
  const all = [];
  let next = null;
  try {
    for (const cursor of pages) {
      const response = await fetch('sessions?cursor=' + cursor);
      const page = await response.json();
      all.push(...page.sessions);
      next = page.next ?? null;
    }
  } catch (gone) {
    return;
  }
  const heard = performance.now();
  const body = $('session-rows');
  body.querySelectorAll('canvas').forEach(drop);
  body.replaceChildren(...all.map((each) => row(each, heard)));
  const more = $('sessions-more');
  more.hidden = next === null;
  more.value = next ?? '';
  $('sessions-empty').hidden = all.length > 0 || next !== null;
  say($('sessions-note'), `${count(all.length)} shown` + (next === null ? '' : ', there may be more'));
}

function row(session, heard) {
  const canvas = ring();
  canvas.lease = { ...session, heard };
  const keys = session.keys.slice(0, 8).flatMap((key) => [h('a', { href: keyLink(key) }, key), ' ']);
  const rest = session.keys.length - 8;
  return h('tr', {},
    h('td', {}, canvas, left(session.left)), h('td', { title: session.holder }, session.holder),
    h('td', { className: 'wide' }, span(Date.now() / 1000 - session.since)),
    h('td', { className: 'wide number' }, String(session.token)),
    h('td', {}, ...(keys.length ? keys : ['nothing']), rest > 0 ? `and ${rest} more` : ''));
}
