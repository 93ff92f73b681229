// Draws the rings of a list: all visible ones, on one canvas over the list. A ring drains by the browser's own
// monotonic clock, from the remaining time that the server reported: the two wall clocks are never compared.

import { h } from './dom.js';

const SIZE = 22;
const RADIUS = 8;

// A step is half a pixel of a ring: a smaller one is invisible.
const STEPS = 100;
const GONE = -1;

// Rows above and below the visible ones that are drawn as well, for readers that scroll.
const MARGIN = 12;
const LOOK_MILLIS = 250;
const STILL_MILLIS = 1000;

const STILL = matchMedia('(prefers-reduced-motion: reduce)');
const columns = [];
let colours = {};
let frozenAt = null;
let lastDrawn = 0;
let moved = true;

export function recolour() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(name).trim();
  colours = { ring: of('--ring'), track: of('--track'), warn: of('--warn-ring'), bad: of('--bad-ring') };
  columns.forEach((column) => column.forget());
}

// Freezes time while no updates come from the server: a picture of that time would be invented.
export function freeze(does) {
  frozenAt = does ? frozenAt ?? performance.now() : null;
}

export const frozen = () => frozenAt !== null;

export const now = () => frozenAt ?? performance.now();

// Notes by the page's own clock when a lease was read, and when it began. The server's wall clock, which it sends
// with the lease, is only ever compared with itself.
export function hear(lease, clockMs, sinceRead = 0) {
  const arrived = performance.now();
  lease.heard = arrived - sinceRead;
  lease.began = arrived - ageOf(lease, clockMs);
}

// The time for which a lease had been held when the server sent it.
export const ageOf = (lease, clockMs) => Math.max(0, clockMs - Date.parse(lease.since));

// The remaining time of a lease at this moment; null when only its session knows.
export function leftOf(lease) {
  return lease.withSession ? null : Math.max(0, lease.remainingMs - (now() - lease.heard));
}

// The time for which it has been held, likewise.
export const heldFor = (lease) => now() - lease.began;

export const inJeopardy = (lease) => !lease.gone && !lease.withSession && leftOf(lease) < lease.ttlMs / 3;

// The rings of a list with rows of one height. Its nearest .ringed holds the canvas, and scrolls with the list
// if anything does.
export class Column {
  constructor(list, rowHeight) {
    this.list = list;
    this.rowHeight = rowHeight;
    this.frame = list.closest('.ringed');
    this.canvas = h('canvas', { className: 'rings', width: 0, height: 0 });
    this.canvas.setAttribute('aria-hidden', 'true');
    this.frame.append(this.canvas);
    this.pen = this.canvas.getContext('2d');
    this.leases = [];
    this.first = this.end = 0;
    this.from = this.to = 0;
    this.drawn = [];
    columns.push(this);
  }

  // In the order of the rows.
  show(leases) {
    this.leases = leases;
    moved = true;
  }

  sees(at) {
    return at >= this.first && at < this.end;
  }

  forget() {
    this.drawn = [];
  }

  // Finds out which rows are in sight, and moves the canvas when they are not all on it.
  place() {
    const list = this.list.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    const row = (y) => Math.min(this.leases.length, Math.max(0, (y - list.top) / this.rowHeight));
    this.first = Math.floor(row(Math.max(0, frame.top)));
    this.end = Math.ceil(row(Math.min(innerHeight, frame.bottom)));
    const top = list.top - frame.top + this.frame.scrollTop;
    const scale = Math.min(2, Math.ceil(devicePixelRatio || 1));
    if (this.first < this.from || this.end > this.to || this.to > this.leases.length || scale !== this.scale) {
      this.from = Math.max(0, this.first - MARGIN);
      this.to = Math.min(this.leases.length, this.end + MARGIN);
      this.scale = scale;
      this.canvas.width = SIZE * scale;
      this.canvas.height = (this.to - this.from) * this.rowHeight * scale;
      this.canvas.style.height = `${(this.to - this.from) * this.rowHeight}px`;
      this.forget();
    }
    this.canvas.style.top = `${top + this.from * this.rowHeight}px`;
  }

  // Only rings that look different.
  draw() {
    const steps = STEPS * this.scale;
    for (let at = this.from; at < this.to; at++) {
      const lease = this.leases[at];
      const left = leftOf(lease);
      const part = left === null || lease.ttlMs <= 0 ? 1 : Math.min(1, left / lease.ttlMs);
      const look = lease.gone ? GONE : Math.round(part * steps);
      if (this.drawn[at - this.from] !== look) {
        this.drawn[at - this.from] = look;
        this.ring(at - this.from, look / steps);
      }
    }
  }

  ring(at, part) {
    const { pen, rowHeight, scale } = this;
    pen.setTransform(scale, 0, 0, scale, SIZE / 2 * scale, (at + 0.5) * rowHeight * scale);
    pen.clearRect(-SIZE / 2, -rowHeight / 2, SIZE, rowHeight);
    arc(pen, colours.track, 1);
    if (part < 0) {
      cross(pen);
    } else {
      arc(pen, part < 0.25 ? colours.warn : colours.ring, part);
    }
  }
}

function arc(pen, colour, part) {
  pen.strokeStyle = colour;
  pen.lineWidth = 4;
  pen.beginPath();
  pen.arc(0, 0, RADIUS, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * part);
  pen.stroke();
}

function cross(pen) {
  pen.strokeStyle = colours.bad;
  pen.lineWidth = 2.4;
  pen.beginPath();
  pen.moveTo(-3.3, -3.3);
  pen.lineTo(3.3, 3.3);
  pen.moveTo(3.3, -3.3);
  pen.lineTo(-3.3, 3.3);
  pen.stroke();
}

function frame(time) {
  if (!STILL.matches || moved || time - lastDrawn > STILL_MILLIS) {
    lastDrawn = time;
    if (moved) {
      moved = false;
      columns.forEach((column) => column.place());
    }
    columns.forEach((column) => column.draw());
  }
  requestAnimationFrame(frame);
}

// Elements above a list may push it down, without an event.
const look = () => { moved = true; };
setInterval(look, LOOK_MILLIS);
addEventListener('resize', look);
addEventListener('scroll', look, { capture: true, passive: true });

recolour();
requestAnimationFrame(frame);
