import type { RemoteLoad } from '@cam/contracts';
import { callApi } from '@cam/platform';

/** Time during which loads collect into one report, in ms. */
const BATCH_DELAY = 2000;

/** Maximum number of loads in one report. */
const MAX_LOADS_PER_REPORT = 20;

let waiting: RemoteLoad[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;

/** Reports the outcome of a load to the operators. Reports are sent in batches, and a failed report is dropped. */
export function reportLoad(load: RemoteLoad): void {
  waiting.push(load);
  timer ??= setTimeout(flush, BATCH_DELAY);
}

// The user may leave the page because of the failure that waits to be reported.
window.addEventListener('pagehide', () => waiting.length > 0 && flush());

function flush(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  const loads = waiting.slice(0, MAX_LOADS_PER_REPORT);
  waiting = [];
  callApi('POST /v1/remotes/loads', { body: { loads } }, { toast: false, filtered: false, keepalive: true }).catch(() => undefined);
}
