// The feed, newest first. Each kind has a word, and not only a colour.

import { element, time } from './format.js';

const KINDS = {
  GRANT: ['Grant', ''], TAKEOVER: ['Takeover', 'warn'], FENCED: ['Fenced', 'warn'], EPOCH: ['Epoch', ''],
  COMPLETE: ['Complete', ''], PAUSED: ['Paused', 'plain'], CONFLICT: ['Conflict', 'bad'], SET_ASIDE: ['Set aside', 'bad'],
};
const MOST = 200;

export class Feed {
  constructor(list, empty) {
    this.list = list;
    this.empty = empty;
    this.known = new Set();
  }

  /** @param events newest first; known ones are left out, as after a reconnection */
  add(events) {
    const fresh = events.filter(event => !this.known.has(event.id));
    for (const event of fresh.toReversed()) {
      this.known.add(event.id);
      const [word, tone] = KINDS[event.kind] ?? [event.kind, 'plain'];
      const at = element('time', '', time(event.at));
      at.dateTime = event.at;
      const item = element('li', '', at, element('p', '', element('span', `tag ${tone}`, word), event.text));
      item.dataset.kind = event.kind;
      this.list.prepend(item);
    }
    while (this.list.children.length > MOST) this.list.lastElementChild.remove();
    this.empty.hidden = this.list.children.length > 0;
    // What was there before is not read out; what is new is.
    this.list.setAttribute('aria-live', 'polite');
  }
}
