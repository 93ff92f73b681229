// The server's own health: latency of the last minutes, activity of the shards, store, process.

import { $, facts, h, say } from './dom.js';
import { bytes, count, left, micros, rate } from './format.js';

const SERIES = [['acquire', '#1f9e89'], ['renew', '#4c78d8'], ['renew batch', '#9a60c8'], ['release', '#c2831f'], ['journal', '#d0587e']];
const SHADES = [['p50', 0.95, []], ['p99', 0.75, [6, 3]], ['p99.9', 0.5, [2, 3]]];
const DUE_WIDTH = 60;
let samples = [];
let warmth = null;

export function latency(news) {
  samples = news;
  drawLatency();
}

export function heat(news) {
  warmth = news;
  drawHeat();
}

export function redraw() {
  drawLatency();
  drawHeat();
}

export function health(overview) {
  const store = overview.store;
  const shards = overview.shards;
  facts($('store'), [
    ['Store', store.name],
    ['Available', store.away ? `no, for ${store.away} shards: grants wait, renewals go on`
      : store.written_anew ? `it lost data: ${store.written_anew} shards are written again from memory` : 'yes'],
    ['Durability', overview.durability],
    ['Durable changes a second', rate(overview.rates.changes)],
    ['Batches of unknown outcome', `${count(store.uncertain)}, sent again`],
    ['Answers that wait for the store', count(store.parked)],
    ['Quarantine', quarantine(overview)],
  ]);
  facts($('process'), [
    ['Version', overview.version],
    ['Shards', ['serves', 'loads', 'awaits_opening', 'claims', 'stands_by', 'left'].filter((each) => shards[each])
      .map((each) => `${shards[each]} ${each.replace('_', ' ')}`).join(', ') + ` of ${shards.all}`],
    ['Connections', `${count(overview.connections)}, ${count(overview.streams)} of them streams`],
    ['Requests that wait for loops', count(overview.mailbox)],
    ['Amnesty for pauses', left(overview.amnestyMs)],
    ['Heap', `${bytes(overview.heapUsed)} of ${bytes(overview.heapMax)}`],
    ['Memory', overview.resident ? bytes(overview.resident) : 'not known'],
    ['Fences', count(overview.fences)],
  ]);
}

// Of a shard that it does not serve, the server knows no quarantine.
function quarantine(overview) {
  const unknown = overview.shards.all - overview.shards.serves;
  const served = overview.quarantineMs ? `nothing is granted for ${left(overview.quarantineMs)} more (${overview.doubt})` : 'none';
  if (unknown === 0) {
    return served;
  }
  const rest = `not known of ${unknown} shards that this server does not serve`;
  return overview.shards.serves === 0 ? rest : `${served}; ${rest}`;
}

function surface(id) {
  const canvas = $(id);
  const width = canvas.clientWidth;
  const height = Number(canvas.getAttribute('height'));
  if (width === 0) {
    return null;
  }
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale)) {
    canvas.dataset.height ??= height;
    canvas.width = Math.round(width * scale);
  }
  const tall = Number(canvas.dataset.height ?? height);
  if (canvas.height !== Math.round(tall * scale)) {
    canvas.height = Math.round(tall * scale);
    canvas.style.height = `${tall}px`;
  }
  const pen = canvas.getContext('2d');
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, tall);
  pen.font = '11px system-ui, sans-serif';
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--soft');
  pen.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--line');
  return { pen, width, height: tall };
}

function drawLatency() {
  const on = surface('latency');
  if (on === null) {
    return;
  }
  const { pen, width, height } = on;
  const x = (at) => 56 + (width - 64) * (at + 120 - samples.length) / 119;
  const y = (value) => height - 8 - (height - 16) * (Math.log10(Math.max(1, value)) / 7);
  for (let power = 0; power <= 7; power++) {
    pen.fillText(micros(10 ** power), 4, y(10 ** power) + 4);
    pen.beginPath();
    pen.moveTo(56, y(10 ** power));
    pen.lineTo(width - 8, y(10 ** power));
    pen.stroke();
  }
  const told = [];
  const legend = [];
  for (const [name, colour] of SERIES) {
    const last = samples.at(-1)?.[name];
    if (!samples.some((each) => each[name]?.length)) {
      continue;
    }
    const key = h('i');
    key.style.color = colour;
    legend.push(h('span', {}, key, name));
    if (last?.length) {
      told.push(`${name} ${micros(last[0])} / ${micros(last[1])} / ${micros(last[2])} (${count(last[3])})`);
    }
    SHADES.forEach(([, alpha, dash], percentile) => {
      pen.strokeStyle = colour;
      pen.globalAlpha = alpha;
      pen.lineWidth = 1.5;
      pen.setLineDash(dash);
      pen.fillStyle = colour;
      pen.beginPath();
      let drawing = false;
      samples.forEach((each, at) => {
        const value = each[name]?.[percentile];
        if (value === undefined) {
          drawing = false;
          return;
        }
        pen[drawing ? 'lineTo' : 'moveTo'](x(at), y(value));
        pen.fillRect(x(at) - 1.5, y(value) - 1.5, 3, 3);
        drawing = true;
      });
      pen.stroke();
    });
    pen.globalAlpha = 1;
    pen.setLineDash([]);
  }
  $('latency-legend').replaceChildren(...legend);
  say($('latency-text'), told.length
    ? `Last five seconds, p50 / p99 / p99.9 (how many): ${told.join('; ')}. Full lines p50, dashes p99, dots p99.9.`
    : 'No request in the last five seconds.');
}

function drawHeat() {
  const on = warmth && surface('heat');
  if (!on) {
    return;
  }
  const { pen, width, height } = on;
  const rows = warmth.rows;
  const most = Math.max(1, ...rows.map((row) => Math.max(...row)));
  const rgb = getComputedStyle(document.documentElement).getPropertyValue('--heat');
  const tall = (height - 4) / rows.length;
  const wide = (width - 40 - DUE_WIDTH) / 60;
  const due = warmth.due;
  const mostDue = Math.max(1, ...due);
  rows.forEach((row, at) => {
    if (at % Math.ceil(rows.length / 8) === 0) {
      pen.fillText(String(at * warmth.perRow), 4, at * tall + 9);
    }
  });
  rows.forEach((row, at) => {
    row.forEach((changes, second) => {
      if (changes > 0) {
        pen.fillStyle = `rgba(${rgb}, ${0.15 + 0.85 * Math.log1p(changes) / Math.log1p(most)})`;
        pen.fillRect(40 + second * wide, at * tall, wide - 1, Math.max(1, tall - 0.5));
      }
    });
  });
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--warn');
  due.forEach((leases, at) => {
    const part = Math.log1p(leases) / Math.log1p(mostDue);
    pen.fillRect(width - DUE_WIDTH + 8, at * tall, part * (DUE_WIDTH - 8), Math.max(1, tall - 0.5));
  });
  const sums = rows.map((row) => row.at(-1));
  const hottest = sums.indexOf(Math.max(...sums));
  const coming = due.reduce((sum, each) => sum + each, 0);
  const expected = coming === 0 ? ' No lease is due within a minute.'
    : ` About ${count(coming)} ${coming === 1 ? 'lease is' : 'leases are'} due within a minute unless renewed,`
      + ` most on shard ${due.indexOf(Math.max(...due)) * warmth.perRow} (bars at the right).`;
  say($('heat-text'), (most === 1 && !rows.some((row) => row.some(Boolean))
    ? 'No lease began or ended in the last minute.'
    : `Rows are shards, the right edge of the cells is now. Hottest now: shard ${hottest * warmth.perRow}`
      + ` with ${count(sums[hottest])} a second; the darkest cell had ${count(most)}.`) + expected);
}
