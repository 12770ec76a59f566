// Who holds the claim, and how long its lease still runs. Between two events the page counts down by itself.

import { number } from './format.js';

export class ClaimCard {
  constructor(nodes) {
    this.nodes = nodes;
    this.claim = null;
    this.heard = 0;
    setInterval(() => this.tick(), 250);
  }

  show(claim, paused, complete) {
    this.claim = claim;
    this.heard = performance.now();
    const { owner, note } = this.nodes;
    if (claim === null) {
      owner.textContent = 'unknown';
      note.textContent = 'The routing database does not answer.';
    } else if (claim.owner === null) {
      owner.textContent = 'nobody';
      note.textContent = paused ? 'Paused: nobody takes it.'
        : complete ? `Nothing to move. Last token ${number(claim.token)}.`
        : `Free. A box takes it within seconds. Last token ${number(claim.token)}.`;
    } else {
      owner.textContent = claim.owner;
      note.textContent = `Token ${number(claim.token)}, lease of ${number(claim.lease)} s`;
    }
    this.tick();
  }

  tick() {
    const { ring, text, title } = this.nodes;
    const held = this.claim?.owner;
    const left = held ? Math.max(0, this.claim.secondsLeft - (performance.now() - this.heard) / 1000) : 0;
    const part = held && this.claim.lease > 0 ? Math.min(100, 100 * left / this.claim.lease) : 0;
    ring.setAttribute('stroke-dasharray', `${part.toFixed(1)} 100`);
    text.textContent = held ? `${Math.ceil(left)}s` : '–';
    title.textContent = held ? `${Math.ceil(left)} seconds left of the lease` : 'No lease runs';
  }
}
