// The page as a whole: passes updates to its parts, and gives every view an address.

import { $, h, say, typing, keyLink } from './dom.js';
import { rate, short } from './format.js';
import { Feed } from './feed.js';
import * as events from './events.js';
import * as keyPage from './key.js';
import * as leases from './leases.js';
import * as plots from './plots.js';
import * as rings from './rings.js';
import * as sessions from './sessions.js';

const VIEWS = { '': 'leases', sessions: 'sessions', server: 'server' };
const SEARCH_MILLIS = 200;
const feed = new Feed(hear, stale);
let held = null;
let view = null;

function hear(news) {
  document.body.classList.remove('loading');
  events.show(news);
  if (news.overview) {
    overview(news.overview);
  }
  if (news.list) {
    leases.showList(news.list, feed.filter, held);
  }
  if (news.soon) {
    leases.showSoon(news.soon);
  }
  if (news.heat) {
    plots.heat(news.heat);
  }
  if (news.latency) {
    plots.latency(news.latency);
  }
}

function stale(is, silent, everHeard, refusal) {
  rings.freeze(is);
  document.body.classList.toggle('stale', is);
  const banner = $('banner');
  banner.hidden = !is;
  const seconds = Math.floor(silent / 1000);
  say(banner, !is ? '' : [
    everHeard ? `No update from the server for ${seconds} s: what you see is old.` : '',
    refusal ? `The server says: ${refusal}.` : everHeard ? '' : 'The server does not answer yet.',
    'Trying again.',
  ].filter(Boolean).join(' '));
  say($('live-text'), is ? 'disconnected' : 'live');
  leases.tick(true);
}

function overview(news) {
  held = news.held;
  say($('live-text'), 'live');
  keyPage.allow(news.breaking);
  plots.health(news);
  const shards = news.shards;
  tiles([
    ['held', short(news.held)],
    ['sessions', short(news.sessions)],
    ['waiting', short(news.waiters)],
    ['renewals/s', rate(news.rates.renewals)],
    ['grants/s', rate(news.rates.grants)],
    ['expired/s', rate(news.rates.expiries), news.rates.expiries ? 'warn' : ''],
    ['shards served', `${shards.serves}/${shards.all}`, shards.serves < shards.all ? 'bad' : ''],
    ['store', news.store.away ? 'unavailable' : news.store.written_anew ? 'rewriting' : 'answers',
      news.store.away || news.store.written_anew ? 'bad' : ''],
  ]);
}

function tiles(pairs) {
  const list = $('tiles');
  if (list.children.length === 0) {
    list.append(...pairs.map(() => h('li', {}, h('b'), h('span'))));
  }
  pairs.forEach(([name, value, state = ''], at) => {
    const tile = list.children[at];
    tile.className = state;
    say(tile.firstChild, value);
    say(tile.lastChild, name);
  });
}

// A typed address may contain a % that is not the beginning of an escape.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch (unreadable) {
    return text;
  }
}

function route() {
  const hash = location.hash;
  const key = hash.startsWith('#/k/') ? decoded(hash.slice(4)) : null;
  keyPage.show(key);
  const next = key === null ? VIEWS[hash.slice(2)] ?? 'leases' : view ?? 'leases';
  if (next !== view) {
    view = next;
    for (const name of Object.values(VIEWS)) {
      $(`view-${name}`).hidden = name !== view;
    }
    sessions.show(view === 'sessions');
    plots.redraw();
  }
  for (const link of document.querySelectorAll('nav a')) {
    const here = (VIEWS[link.hash.slice(2)] ?? 'leases') === view;
    here ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
  }
  document.title = key === null ? 'Tenure' : `${key} · Tenure`;
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  say($('theme'), name === 'dark' ? 'Light' : 'Dark');
  rings.recolour();
  plots.redraw();
}

function switchTheme() {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  localStorage.setItem('theme', next);
  theme(next);
}

const KEYS = {
  '/': () => $('query').focus(),
  j: () => leases.move(1),
  k: () => leases.move(-1),
  p: () => events.pause(),
  t: switchTheme,
  b: () => keyPage.breakIt(),
  1: () => { location.hash = '#/'; },
  2: () => { location.hash = '#/sessions'; },
  3: () => { location.hash = '#/server'; },
  '?': () => $('keys').showModal(),
};

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !document.querySelector('dialog[open]')) {
    if (document.activeElement === $('query')) {
      document.activeElement.blur();
    } else if (location.hash.startsWith('#/k/')) {
      location.hash = '#/';
    }
  } else if (!typing(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey && KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key]();
  }
});

let searching = null;
$('query').addEventListener('input', () => {
  clearTimeout(searching);
  searching = setTimeout(search, SEARCH_MILLIS);
});

function search() {
  const filter = $('query').value.trim();
  if (filter !== feed.filter) {
    history.replaceState(null, '', filter ? `?filter=${encodeURIComponent(filter)}${location.hash}` : location.pathname + location.hash);
    feed.open(filter);
  }
}

$('search').addEventListener('submit', (event) => {
  event.preventDefault();
  const typed = $('query').value.trim();
  if (/^[*@]/.test(typed)) {
    search();
  } else if (typed) {
    location.hash = keyLink(typed);
  }
});

$('theme').onclick = switchTheme;
$('help').onclick = () => $('keys').showModal();
$('pause').onclick = () => events.pause();
addEventListener('hashchange', route);
addEventListener('resize', plots.redraw);
setInterval(() => leases.tick(), 250);

theme(localStorage.getItem('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
$('query').value = new URLSearchParams(location.search).get('filter') ?? '';
route();
feed.open($('query').value.trim());
performance.mark('interactive');
