/** Charts below the window are drawn this far before they are scrolled into it. */
const AHEAD = '300px';

/** The longest wait for an idle moment, ms. */
const LONGEST_WAIT = 1000;

/** Ends when all drawings that were asked for before have been drawn. */
let before: Promise<void> = Promise.resolve();

/**
 * Calls back when a drawing may be made: its place is near the window, and the browser has a moment. Each drawing is one task of the browser, so they take
 * turns, and the console answers between them.
 * @returns a function that gives up the turn
 */
export function takeTurn(place: Element, draw: () => void): () => void {
  // Such an environment draws nothing.
  if (!('IntersectionObserver' in window)) {
    draw();
    return () => undefined;
  }
  let isGone = false;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      before = before.then(idle).then(() => {
        if (!isGone) draw();
      });
    },
    { rootMargin: AHEAD },
  );
  observer.observe(place);
  return () => {
    isGone = true;
    observer.disconnect();
  };
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Some browsers have no idle moments.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT });
    else setTimeout(resolve);
  });
}
