// Rows a second: what was copied and what was deleted, half a row each, over the last seconds; and the last five minutes as a line.

import uPlot from '/console/uplot/uPlot.esm.js';
import { number } from './format.js';

const OVER = 5000;
const SHOWN = 300;
const SHOWN_AT_LEAST = 60;
const ENOUGH = 800;

export class Pace {
  constructor(figure, box) {
    this.figure = figure;
    this.box = box;
    this.samples = [];
    this.times = [];
    this.rates = [];
    this.perSecond = null;
    this.make();
    new ResizeObserver(() => this.chart.setSize({ width: Math.max(40, box.clientWidth), height: 44 })).observe(box);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.make());
  }

  make() {
    this.chart?.destroy();
    const style = getComputedStyle(document.documentElement);
    const accent = style.getPropertyValue('--accent').trim();
    this.chart = new uPlot({
      width: Math.max(40, this.box.clientWidth), height: 44, padding: [3, 0, 3, 0],
      cursor: { show: false }, legend: { show: false }, select: { show: false },
      scales: { x: { time: false, range: (_, least, most) => [most - Math.max(SHOWN_AT_LEAST, most - least), most] }, y: { range: (_, least, most) => [0, Math.max(1, most)] } },
      axes: [{ show: false }, { show: false }],
      series: [{}, { stroke: accent, width: 2, fill: style.getPropertyValue('--accent-wash').trim(), points: { show: false } }],
    }, [this.times, this.rates], this.box);
  }

  /** @param key changes when counting begins anew */
  add(key, work) {
    const now = performance.now();
    if (this.key !== key || this.samples.some(sample => sample.work > work)) this.samples = [];
    this.key = key;
    this.samples.push({ now, work });
    while (this.samples.length > 2 && now - this.samples[1].now >= OVER) this.samples.shift();
    const oldest = this.samples[0];
    if (now - oldest.now < ENOUGH) return;
    this.perSecond = (work - oldest.work) * 1000 / (now - oldest.now);
    this.times.push(now / 1000);
    this.rates.push(this.perSecond);
    while (this.times.at(-1) - this.times[0] > SHOWN) {
      this.times.shift();
      this.rates.shift();
    }
    this.chart.setData([this.times, this.rates]);
    this.figure.textContent = number(this.perSecond);
    this.box.setAttribute('aria-label',
      `Rows per second over the last minutes: now ${number(this.perSecond)}, at most ${number(Math.max(...this.rates))}`);
  }
}
