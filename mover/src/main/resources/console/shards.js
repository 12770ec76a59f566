// Shards as columns, turbines as cells. A turbine keeps its place in a column: first as one that is to come or to leave, then as
// one that has come or gone, so that a move is seen as two marks that change and not as a grid that shifts.

import { count, element, number } from './format.js';

export const MARKS = [
  ['HOME', 'at home'], ['WAITING', 'waiting to leave'], ['COPYING', 'copying'], ['VERIFYING', 'verifying'],
  ['DELETING', 'deleting at its old home'], ['MOVED', 'moved here'], ['EXPECTED', 'to come'], ['SET_ASIDE', 'set aside'],
];
const WORDS = Object.fromEntries(MARKS);
const ON_ITS_WAY = new Set(['COPYING', 'VERIFYING', 'DELETING']);
const TALLEST = 300;

const colours = () => {
  const style = getComputedStyle(document.documentElement);
  const of = name => style.getPropertyValue(name).trim();
  return { home: of('--home'), accent: of('--accent'), soft: of('--soft'), faint: of('--faint'), bad: of('--bad'), ink: of('--ink') };
};

/** Each mark has a shape of its own, and not only a colour. */
function draw(context, mark, x, y, size, colour) {
  const line = Math.max(1, Math.round(size / 8));
  const box = stroke => {
    context.strokeStyle = stroke;
    context.lineWidth = line;
    context.strokeRect(x + line / 2, y + line / 2, size - line, size - line);
  };
  const fill = (paint, left, top, width, height) => {
    context.fillStyle = paint;
    context.fillRect(x + left, y + top, width, height);
  };
  switch (mark) {
    case 'HOME': return fill(colour.home, 0, 0, size, size);
    case 'MOVED': return fill(colour.accent, 0, 0, size, size);
    case 'WAITING': return box(colour.soft);
    case 'EXPECTED': return box(colour.faint);
    case 'GONE': { const dot = Math.max(2, Math.round(size / 4)); return fill(colour.faint, (size - dot) / 2, (size - dot) / 2, dot, dot); }
    case 'COPYING': box(colour.accent); return fill(colour.accent, 0, size / 2, size, size / 2);
    case 'VERIFYING': { box(colour.accent); const dot = Math.max(2, Math.round(size / 2.6)); return fill(colour.accent, (size - dot) / 2, (size - dot) / 2, dot, dot); }
    case 'DELETING':
      box(colour.accent);
      context.fillStyle = colour.accent;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + size, y);
      context.lineTo(x, y + size);
      return context.fill();
    case 'SET_ASIDE':
      context.strokeStyle = colour.bad;
      context.lineWidth = Math.max(1.5, size / 6);
      context.beginPath();
      context.moveTo(x + 1, y + 1);
      context.lineTo(x + size - 1, y + size - 1);
      context.moveTo(x + size - 1, y + 1);
      context.lineTo(x + 1, y + size - 1);
      return context.stroke();
  }
}

function sharp(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  return context;
}

class Column {
  constructor(shard) {
    this.reach = element('span', 'reach');
    this.fence = element('b');
    this.epoch = element('b');
    this.epochMark = element('span', '', 'map epoch ', this.epoch);
    this.canvas = element('canvas');
    this.canvas.setAttribute('role', 'img');
    this.counts = element('p', 'counts');
    this.node = element('article', 'card shard',
      element('header', '', element('h3', '', shard.name), this.reach),
      element('p', 'marks', element('span', '', 'fence token ', this.fence), this.epochMark), this.canvas, this.counts);
    this.name = shard.name;
    this.index = shard.index;
    this.serials = [];
    this.marks = new Map();
    this.places = null;
  }

  show(shard, newest) {
    this.node.classList.toggle('away', !shard.reachable);
    this.reach.textContent = shard.reachable ? 'in reach' : '✕ does not answer';
    this.fence.textContent = shard.seen ? `${shard.fence}${shard.fence > 0 ? ` (${shard.fencedFor})` : ''}` : 'unknown';
    this.epoch.textContent = shard.seen ? shard.epoch : 'unknown';
    this.epochMark.classList.toggle('behind', shard.seen && shard.epoch < newest);
    if (shard.seen && shard.epoch < newest) this.epoch.textContent += ' (behind)';
  }

  place(marks) {
    this.marks = marks;
    this.serials = [...marks.keys()].sort();
    this.draw();
  }

  draw(sought) {
    const width = this.canvas.clientWidth;
    if (!width) return;
    const total = Math.max(1, this.serials.length);
    let size = 16;
    let across;
    do {
      size--;
      across = Math.max(1, Math.floor((width + 2) / (size + 2)));
    } while (size > 4 && Math.ceil(total / across) * (size + 2) > TALLEST);
    const height = Math.ceil(total / across) * (size + 2);
    this.canvas.style.height = `${height}px`;
    const context = sharp(this.canvas, width, height);
    const colour = colours();
    this.places = { size, across };
    this.serials.forEach((serial, i) => {
      const x = (i % across) * (size + 2);
      const y = Math.floor(i / across) * (size + 2);
      draw(context, this.marks.get(serial), x, y, size, colour);
      if (serial === sought) {
        context.strokeStyle = colour.ink;
        context.lineWidth = 2;
        context.strokeRect(x - 1, y - 1, size + 2, size + 2);
      }
    });
    this.summarise();
  }

  summarise() {
    const counts = {};
    for (const mark of this.marks.values()) counts[mark] = (counts[mark] ?? 0) + 1;
    const words = MARKS.filter(([mark]) => counts[mark]).map(([mark, word]) => `${number(counts[mark])} ${word}`);
    this.counts.textContent = words.join(' · ') || 'no turbines';
    this.canvas.setAttribute('aria-label', `Turbines of ${this.name}: ${words.join(', ') || 'none'}`);
  }

  at(event) {
    if (!this.places) return undefined;
    const { size, across } = this.places;
    const column = Math.floor(event.offsetX / (size + 2));
    return column < across ? this.serials[Math.floor(event.offsetY / (size + 2)) * across + column] : undefined;
  }
}

export class Shards {
  constructor(columns, legend, find) {
    this.root = columns;
    this.columns = new Map();
    this.cells = new Map();
    this.sought = '';
    this.dirty = false;
    this.find = find;
    for (const [mark, word] of MARKS) {
      const canvas = element('canvas');
      canvas.setAttribute('aria-hidden', 'true');
      canvas.dataset.mark = mark;
      legend.append(element('li', '', canvas, word));
    }
    this.legend = legend;
    new ResizeObserver(() => this.redraw()).observe(columns);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw());
    find.input.addEventListener('input', () => this.seek(find.input.value.trim()));
    find.form.addEventListener('submit', event => event.preventDefault());
  }

  state(databases, newest) {
    for (const shard of databases) {
      if (!this.columns.has(shard.index)) {
        const column = new Column(shard);
        this.columns.set(shard.index, column);
        this.root.append(column.node);
        column.canvas.addEventListener('pointermove', event => {
          const serial = column.at(event);
          column.canvas.title = serial ? this.describe(serial) : '';
        });
        this.dirty = true;
      }
      this.columns.get(shard.index).show(shard, newest);
    }
    if (this.dirty) this.arrange();
  }

  /** All cells, as [turbine, at, home, step]. */
  all(cells) {
    this.cells = new Map(cells.map(([turbine, at, home, step]) => [turbine, { at, home, step, seenAt: new Set([at]) }]));
    this.arrange();
  }

  changed(cells) {
    for (const [turbine, at, home, step] of cells) {
      const seenAt = this.cells.get(turbine)?.seenAt ?? new Set();
      seenAt.add(at);
      this.cells.set(turbine, { at, home, step, seenAt });
    }
    this.arrange();
  }

  arrange() {
    this.dirty = false;
    const marks = new Map([...this.columns.keys()].map(index => [index, new Map()]));
    for (const [turbine, cell] of this.cells) {
      for (const index of cell.seenAt) marks.get(index)?.set(turbine, 'GONE');
      if (cell.at !== cell.home) marks.get(cell.home)?.set(turbine, 'EXPECTED');
      marks.get(cell.at)?.set(turbine, cell.step);
    }
    for (const [index, column] of this.columns) column.place(marks.get(index));
    this.redraw();
  }

  redraw() {
    for (const column of this.columns.values()) column.draw(this.sought);
    for (const canvas of this.legend.querySelectorAll('canvas')) draw(sharp(canvas, 14, 14), canvas.dataset.mark, 1, 1, 12, colours());
    if (this.sought) this.find.output.textContent = this.describe(this.sought);
  }

  seek(serial) {
    this.sought = serial;
    this.find.output.textContent = serial ? this.describe(serial) : '';
    this.redraw();
  }

  describe(serial) {
    const cell = this.cells.get(serial);
    if (!cell) return `${serial}: no such turbine`;
    const name = index => this.columns.get(index)?.name ?? `shard-${index + 1}`;
    if (cell.at === cell.home) return `${serial}: ${cell.step === 'MOVED' ? 'moved to' : 'at home on'} ${name(cell.home)}`;
    return `${serial}: ${cell.step === 'WAITING' ? 'waiting' : WORDS[cell.step]}, ${name(cell.at)} → ${name(cell.home)}`;
  }

  /** What is being moved at this moment. */
  onTheirWay() {
    return [...this.cells].filter(([, cell]) => ON_ITS_WAY.has(cell.step)).map(([serial]) => this.describe(serial));
  }

  summary(steps) {
    const moved = steps.MOVED ?? 0;
    const left = ['WAITING', 'COPYING', 'VERIFYING', 'DELETING', 'SET_ASIDE'].reduce((sum, step) => sum + (steps[step] ?? 0), 0);
    return { moved, left, total: moved + left, all: moved + left + (steps.HOME ?? 0), text: count(moved, 'turbine', 'turbines') };
  }
}
