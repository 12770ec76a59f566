// The box's events. EventSource comes back by itself after a break; after a refusal it does not, so that is done here.

const QUIET_AFTER = 4000;
const AGAIN_AFTER = 5000;

/**
 * @param handlers by name of the event, called with its data
 * @param onLink called with 'live', 'waiting' or 'lost', and since how many seconds nothing was heard
 */
export function listen(handlers, onLink) {
  let heard = performance.now();
  let ever = false;

  function open() {
    const source = new EventSource('/console/events');
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, event => {
        heard = performance.now();
        ever = true;
        handle(JSON.parse(event.data));
      });
    }
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_AFTER);
    });
  }

  open();
  setInterval(() => {
    const quiet = performance.now() - heard;
    onLink(quiet < QUIET_AFTER ? (ever ? 'live' : 'waiting') : 'lost', Math.round(quiet / 1000));
  }, 500);
}
