// Formats numbers and times for people.

const COUNT = new Intl.NumberFormat('en');
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const STAMP = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export const count = (number) => COUNT.format(number);
export const clock = (millis) => CLOCK.format(millis);
export const stamp = (millis) => STAMP.format(millis);

// The rate of the last second; unknown in the first second.
export const rate = (number) => number === undefined ? '–' : short(number);

export function short(number) {
  if (number < 10000) {
    return count(number);
  }
  return number < 1e6 ? (number / 1e3).toFixed(1) + 'k' : (number / 1e6).toFixed(2) + 'M';
}

export function left(millis) {
  if (millis < 10000) {
    return (Math.max(0, millis) / 1000).toFixed(1) + ' s';
  }
  return span(millis / 1000);
}

export function span(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const units = [[86400, 'd'], [3600, 'h'], [60, 'm']];
  for (const [size, name] of units) {
    if (whole >= size) {
      const rest = Math.floor((whole % size) / (size === 86400 ? 3600 : size === 3600 ? 60 : 1));
      const next = size === 86400 ? 'h' : size === 3600 ? 'm' : 's';
      return `${Math.floor(whole / size)} ${name}` + (rest ? ` ${rest} ${next}` : '');
    }
  }
  return `${whole} s`;
}

export function micros(number) {
  if (number < 1000) {
    return `${number} µs`;
  }
  return number < 1e6 ? `${(number / 1e3).toFixed(number < 1e4 ? 1 : 0)} ms` : `${(number / 1e6).toFixed(1)} s`;
}

// One word for a shell, with any characters: a quote ends the text, stands escaped, and begins it again.
export const shellWord = (text) => `'${text.replaceAll("'", "'\\''")}'`;

export function bytes(number) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let at = 0;
  let rest = number;
  while (rest >= 1024 && at < units.length - 1) {
    rest /= 1024;
    at++;
  }
  return `${rest.toFixed(at > 1 && rest < 100 ? 1 : 0)} ${units[at]}`;
}
