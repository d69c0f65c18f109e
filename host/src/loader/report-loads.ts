import type { RemoteLoad } from '@cam/contracts';
import { callApi } from '@cam/platform';

/** Loads that come close together travel together, ms. */
const BATCH_DELAY = 2000;

/** As many as one report takes. */
const MAX_LOADS_PER_REPORT = 20;

let waiting: RemoteLoad[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;

/** Tells the operators how loading a release went. Nobody waits for it, and where it cannot be told nothing is lost. */
export function reportLoad(load: RemoteLoad): void {
  waiting.push(load);
  timer ??= setTimeout(flush, BATCH_DELAY);
}

// Whoever leaves the page may leave it because of what is waiting to be told.
window.addEventListener('pagehide', () => waiting.length > 0 && flush());

function flush(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  const loads = waiting.slice(0, MAX_LOADS_PER_REPORT);
  waiting = [];
  callApi('POST /v1/remotes/loads', { body: { loads } }, { toast: false, filtered: false, keepalive: true }).catch(() => undefined);
}
