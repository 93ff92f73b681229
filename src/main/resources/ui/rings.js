// Draws every ring that is in sight, in one go per frame. A ring drains by the browser's own
// monotonic clock from what the server said was left: the two wall clocks are never compared.

const SIZE = 22;
const STILL = matchMedia('(prefers-reduced-motion: reduce)');
const inSight = new Set();
const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) {
      inSight.add(entry.target);
    } else {
      inSight.delete(entry.target);
    }
  }
});

let colours = {};
let frozenAt = null;
let lastDrawn = 0;
export const frames = { drawn: 0 };

export function recolour() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(name).trim();
  colours = { ring: of('--ring'), track: of('--track'), warn: of('--warn-ring'), bad: of('--bad-ring') };
}

// Freezes time while nothing is heard from the server: what is drawn then would be made up.
export function freeze(does) {
  frozenAt = does ? frozenAt ?? performance.now() : null;
}

export const frozen = () => frozenAt !== null;

export const now = () => frozenAt ?? performance.now();

export function ring() {
  const canvas = document.createElement('canvas');
  canvas.className = 'ring';
  canvas.width = canvas.height = SIZE * Math.min(2, Math.ceil(devicePixelRatio || 1));
  canvas.setAttribute('aria-hidden', 'true');
  observer.observe(canvas);
  return canvas;
}

export const seen = (canvas) => inSight.has(canvas);

export function drop(canvas) {
  observer.unobserve(canvas);
  inSight.delete(canvas);
}

// What is left of a lease at this moment; null when only its session knows.
export function leftOf(lease) {
  return lease.left < 0 ? null : Math.max(0, lease.left - (now() - lease.heard));
}

export const inJeopardy = (lease) => !lease.gone && lease.left >= 0 && leftOf(lease) < lease.ttl / 4;

function draw(canvas) {
  const lease = canvas.lease;
  if (!lease) {
    return;
  }
  const left = leftOf(lease);
  const part = lease.gone ? 0 : left === null || lease.ttl <= 0 ? 1 : Math.min(1, left / lease.ttl);
  const state = lease.gone ? 'bad' : left !== null && part < 0.25 ? 'warn' : 'ring';
  const drawn = `${Math.round(part * 720)}${state}${colours.ring}`;
  if (canvas.drawn === drawn) {
    return;
  }
  canvas.drawn = drawn;
  const pen = canvas.pen ?? (canvas.pen = canvas.getContext('2d'));
  const middle = canvas.width / 2;
  const radius = middle * 0.72;
  pen.clearRect(0, 0, canvas.width, canvas.width);
  pen.lineWidth = middle * 0.36;
  pen.strokeStyle = colours.track;
  pen.beginPath();
  pen.arc(middle, middle, radius, 0, 2 * Math.PI);
  pen.stroke();
  if (lease.gone) {
    pen.strokeStyle = colours.bad;
    pen.lineWidth = middle * 0.22;
    pen.beginPath();
    pen.moveTo(middle * 0.7, middle * 0.7);
    pen.lineTo(middle * 1.3, middle * 1.3);
    pen.moveTo(middle * 1.3, middle * 0.7);
    pen.lineTo(middle * 0.7, middle * 1.3);
    pen.stroke();
    return;
  }
  pen.strokeStyle = colours[state];
  pen.beginPath();
  pen.arc(middle, middle, radius, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * part);
  pen.stroke();
}

function frame(time) {
  if (!STILL.matches || time - lastDrawn > 1000) {
    lastDrawn = time;
    for (const canvas of inSight) {
      draw(canvas);
    }
    frames.drawn++;
  }
  requestAnimationFrame(frame);
}

recolour();
requestAnimationFrame(frame);
