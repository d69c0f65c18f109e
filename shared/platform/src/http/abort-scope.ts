import type { RemoteId } from '@cam/contracts';
import { onBeforeFilterChange } from '../filter/account-filter';

interface Tracked {
  owner: RemoteId | null;
  /** True when the answer depends on the account filter and the request can be aborted without loss. */
  boundToFilter: boolean;
}

/** Pending requests, so that they can be aborted together. */
const pendingRequests = new Map<AbortController, Tracked>();

/** Tracks a request until `done`. Its signal aborts it, and so does `outer`. */
export function trackRequest(request: Tracked, outer?: AbortSignal): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const onOuter = (): void => controller.abort();
  pendingRequests.set(controller, request);
  if (outer?.aborted) controller.abort();
  outer?.addEventListener('abort', onOuter);
  return {
    signal: controller.signal,
    done: () => {
      pendingRequests.delete(controller);
      outer?.removeEventListener('abort', onOuter);
    },
  };
}

/** Aborts the requests of one remote, or all requests. */
export function abortRequests(owner?: RemoteId): void {
  abortMatching((request) => owner === undefined || request.owner === owner);
}

function abortMatching(matches: (request: Tracked) => boolean): void {
  for (const [controller, request] of pendingRequests) if (matches(request)) controller.abort();
}

onBeforeFilterChange(() => abortMatching(({ boundToFilter }) => boundToFilter));
