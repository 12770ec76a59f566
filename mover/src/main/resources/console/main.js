// Puts the page together: what the box's events say, to the parts that show it.

import { administration } from './admin.js';
import { ClaimCard } from './claim.js';
import { Feed } from './feed.js';
import { count, duration, element, number } from './format.js';
import { Pace } from './pace.js';
import { Shards } from './shards.js';
import { listen } from './stream.js';

const $ = id => document.getElementById(id);
const SPOKEN_EVERY = 30000;

let latest = {};
let spokenAt = 0;

const claim = new ClaimCard({ owner: $('owner'), note: $('claim-note'), ring: $('ring'), text: $('ring-text'), title: $('ring-title') });
const pace = new Pace($('pace'), $('spark'));
const shards = new Shards($('columns'), $('legend'), { form: $('find'), input: $('find-serial'), output: $('found') });
const feed = new Feed($('feed'), $('feed-empty'));
const admin = administration(() => latest);

function headline(state, moves) {
  if (state.epoch === null) return 'No database has answered yet';
  const on = count(state.shards, 'shard', 'shards');
  if (state.complete === null) return `${on} by the newest map`;
  if (state.complete) return `Everything is at home on ${on}`;
  if (state.previousShards === null || state.previousShards === state.shards) return `Bringing turbines home on ${on}`;
  return `Moving from ${number(state.previousShards)} to ${on}`;
}

function lead(state, moves) {
  if (state.epoch === null) return 'Waiting for the routing database or a shard.';
  if (state.complete) return `${count(moves.all, 'turbine', 'turbines')}. Nothing to move.`;
  const parts = [`${number(moves.moved)} of ${count(moves.total, 'turbine', 'turbines')} moved`];
  if (moves.left > 0 && moves.moved > 0 && pace.perSecond > 0) {
    parts.push(`about ${duration(state.work / (moves.moved + 0.5) * moves.left / pace.perSecond)} left`);
  }
  return parts.join(', ');
}

function notices(state) {
  const notes = [];
  if (!state.routing) {
    notes.push(['The routing database does not answer.', 'Readings are taken as ever, and a holder of the claim may go on behind the fence. Claim, events and pause are as they were last seen, or unknown.']);
  }
  const away = state.databases.filter(shard => !shard.reachable).map(shard => shard.name);
  if (away.length) notes.push([`${away.join(', ')} ${away.length > 1 ? 'do' : 'does'} not answer.`, 'What is shown there is as it was last seen. Moves that do not touch it go on.']);
  if (state.paused) notes.push([`Paused by ${state.paused.by}:`, state.paused.reason]);
  if (state.steps.SET_ASIDE) notes.push([`${count(state.steps.SET_ASIDE, 'turbine is', 'turbines are')} set aside.`, 'The others go on. Sign in to see the latest problem.']);
  if (!state.whole) notes.push(['Not all turbines are shown.', 'A shard has more than 20,000.']);
  const shown = JSON.stringify(notes);
  if ($('notices').dataset.shown !== shown) {
    $('notices').dataset.shown = shown;
    $('notices').replaceChildren(...notes.map(([what, more]) => element('li', '', element('strong', '', what), ` ${more}`)));
  }
}

function speak(text) {
  if (performance.now() - spokenAt < SPOKEN_EVERY || $('spoken').textContent === text) return;
  spokenAt = performance.now();
  $('spoken').textContent = text;
}

function onState(state) {
  latest = state;
  const moves = shards.summary(state.steps);
  pace.add(state.epoch, state.work);
  const title = headline(state, moves);
  const words = lead(state, moves);
  if ($('headline').textContent !== title) $('headline').textContent = title;
  document.title = `${title} · Galewatch`;
  $('eyebrow').textContent = state.epoch === null ? '' : `Epoch ${number(state.epoch)}${state.paused ? ' · paused' : ''}`;
  $('lead').textContent = words;
  speak(words);
  const running = state.complete === false && moves.total > 0;
  $('bar').hidden = !running;
  const percent = running ? 100 * moves.moved / moves.total : 0;
  $('bar').setAttribute('aria-valuenow', percent.toFixed(0));
  $('bar-fill').setAttribute('width', percent.toFixed(2));
  $('now').textContent = running ? shards.onTheirWay().slice(0, 3).join(' · ') : '';
  notices(state);
  claim.show(state.claim, state.paused, state.complete);
  $('fenced').textContent = number(state.fencedRejections);
  $('fence-card').classList.toggle('alarmed', state.fencedRejections > 0);
  shards.state(state.databases, state.epoch ?? 0);
  admin.state(state);
  $('foot').textContent = `Served by ${state.box}. Any other box shows the same.`;
}

listen({ state: onState, cells: cells => shards.all(cells), changed: cells => shards.changed(cells), feed: events => feed.add(events) },
  (link, seconds) => {
    const from = latest.box ?? 'this box';
    const text = link === 'live' ? `Live from ${from}` : link === 'waiting' ? 'Connecting' : `No news from ${from}. Trying again`;
    $('link').dataset.link = link;
    if ($('link-text').textContent !== text) $('link-text').textContent = text;
    $('link').title = link === 'lost' ? `Nothing heard for ${seconds} s` : '';
  });
