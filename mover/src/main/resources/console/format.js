// Numbers and times for people.

const integer = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

export const number = value => value === null || value === undefined ? 'unknown' : integer.format(value);

export const count = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;

export const time = instant => clock.format(new Date(instant));

export function bytes(value) {
  if (value === null || value === undefined) return 'unknown';
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : integer.format(value)} ${units[unit]}`;
}

export function duration(seconds) {
  if (seconds === null || seconds === undefined) return 'unknown';
  if (seconds < 90) return count(Math.round(seconds), 'second', 'seconds');
  if (seconds < 5400) return count(Math.round(seconds / 60), 'minute', 'minutes');
  return `${(seconds / 3600).toFixed(1)} hours`;
}

/** An element with a text and children, for content that comes from elsewhere: never as HTML. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
