// What changes something. The credentials are in this closure and nowhere else, and go out as a header of each call.

import { bytes, count, duration, element, number } from './format.js';

const $ = id => document.getElementById(id);

export function administration(current) {
  let authorization = null;

  async function call(method, path, body) {
    let response;
    try {
      response = await fetch(path, {
        method, credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(20000),
        headers: { Authorization: authorization, ...(body && { 'Content-Type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
    } catch (error) {
      throw { title: 'No answer', detail: `This box does not answer (${error.message}). Ask another one.` };
    }
    const text = await response.text();
    const json = text && /json/.test(response.headers.get('Content-Type') ?? '') ? JSON.parse(text) : {};
    if (!response.ok) throw { title: `HTTP ${response.status}`, ...json };
    return json;
  }

  function say(node) {
    $('answer').replaceChildren(node);
    node.scrollIntoView({ block: 'nearest' });
  }

  function done(text) {
    const node = element('p', 'done', text);
    node.setAttribute('role', 'status');
    say(node);
  }

  function problem(error) {
    const node = element('div', 'problem', element('p', '', element('strong', '', error.title ?? 'It failed'), '. ', error.detail ?? ''));
    if (error.type) node.append(element('code', '', error.type));
    node.setAttribute('role', 'alert');
    say(node);
  }

  /** Runs what a form or button is for, once at a time, and shows what goes wrong. */
  function on(id, event, work) {
    $(id).addEventListener(event, async occurred => {
      occurred.preventDefault();
      const buttons = $(id).matches('form') ? $(id).querySelectorAll('button') : [$(id)];
      buttons.forEach(button => { button.disabled = true; });
      $('answer').replaceChildren();
      try {
        await work();
      } catch (error) {
        problem(error);
      } finally {
        buttons.forEach(button => { button.disabled = false; });
      }
    });
  }

  async function details() {
    const status = await call('GET', '/admin/rebalance');
    const rows = [];
    if (status.claim?.reason) rows.push(['The claim says', status.claim.reason]);
    if (status.lastError) rows.push(['Latest problem', status.lastError]);
    if (status.etaSeconds) rows.push(['Time left, about', duration(status.etaSeconds)]);
    $('details').replaceChildren(...rows.flatMap(([term, text]) => [element('dt', '', term), element('dd', '', text)]));
  }

  function showPlan(plan) {
    const inForce = plan.shards === plan.currentShards;
    const shards = count(plan.shards, 'shard', 'shards');
    const table = element('table', '', element('caption', '', inForce ? `Left to move to ${shards}, which are in force` : `From ${number(plan.currentShards)} to ${shards}`),
      row('th', 'From → to', 'Turbines', 'Rows', 'On disk'),
      ...plan.moves.map(move => row('td', `${move.source} → ${move.target ?? 'unknown'}`, number(move.turbines), number(move.rows), bytes(move.bytes))),
      row('td', 'Together', number(plan.turbines), number(plan.rows), bytes(plan.bytes)));
    const pace = { measured: 'as measured with earlier moves', limit: 'the limit that is set', assumed: 'assumed, since nothing was moved yet' }[plan.pace.basis];
    const note = element('p', 'note', `Turbines are counted, the rest is estimated. About ${duration(plan.estimatedSeconds)} at ${number(plan.pace.rowsPerSecond)} rows/s, ${pace}.`
      + (plan.unreachable.length ? ` ${plan.unreachable.join(', ')} did not answer: what is there is unknown.` : ''));
    const start = element('button', 'primary', `Start: ${number(plan.currentShards)} → ${shards}`);
    start.type = 'button';
    start.id = 'start';
    $('plan').replaceChildren(table, note, ...(inForce ? [] : [start]));
    $('plan').hidden = false;
    $('plan').focus();
    if (inForce) return;
    on('start', 'click', async () => {
      const made = await call('POST', '/admin/rebalance', { shards: plan.shards, expectedEpoch: plan.epoch });
      $('plan').hidden = true;
      done(`Epoch ${made.epoch} with ${made.shards} shards is made. A box takes the claim and begins.`);
    });
  }

  const row = (kind, ...texts) => element('tr', '', ...texts.map(text => element(kind, '', text)));

  function signedIn(yes) {
    $('sign-in').hidden = yes;
    $('controls').hidden = !yes;
    if (!yes) authorization = null;
  }

  on('sign-in', 'submit', async () => {
    const words = new TextEncoder().encode(`${$('user').value}:${$('password').value}`);
    authorization = `Basic ${btoa(String.fromCharCode(...words))}`;
    try {
      await details();
    } catch (error) {
      authorization = null;
      throw error;
    }
    $('password').value = '';
    $('shards').value = (current().shards ?? 1) + (current().complete ? 1 : 0);
    signedIn(true);
    $('shards').focus();
  });
  on('plan-form', 'submit', async () => {
    $('plan').hidden = true;
    showPlan(await call('GET', `/admin/rebalance/plan?shards=${encodeURIComponent($('shards').value)}`));
  });
  on('pause-form', 'submit', async () => {
    await call('POST', '/admin/rebalance/pause', { reason: $('reason').value });
    $('reason').value = '';
    done('Paused. The owner ends its batch and gives the claim back.');
  });
  on('resume', 'click', async () => {
    await call('POST', '/admin/rebalance/resume');
    done('Resumed. A box takes the claim within seconds.');
  });
  on('sign-out', 'click', () => {
    signedIn(false);
    $('plan').hidden = true;
    $('details').replaceChildren();
    $('user').focus();
  });
  setInterval(() => { if (authorization && !document.hidden) details().catch(() => undefined); }, 15000);

  return {
    state({ paused, complete }) {
      $('pause-form').hidden = Boolean(paused);
      $('resume').hidden = !paused;
    },
  };
}
