import type { RemoteId } from '@cam/contracts';
import { onBeforeFilterChange } from '../filter/account-filter';

interface Tracked {
  owner: RemoteId | null;
  /** Its answer holds for one account filter only, and nothing is lost by ending it. */
  boundToFilter: boolean;
}

/** Requests under way, so that they can be ended together. */
const underWay = new Map<AbortController, Tracked>();

/** Keeps a request until `done`; the signal ends it, and so does `outer`. */
export function trackRequest(request: Tracked, outer?: AbortSignal): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const onOuter = (): void => controller.abort();
  underWay.set(controller, request);
  if (outer?.aborted) controller.abort();
  outer?.addEventListener('abort', onOuter);
  return {
    signal: controller.signal,
    done: () => {
      underWay.delete(controller);
      outer?.removeEventListener('abort', onOuter);
    },
  };
}

/** Ends the requests of one remote, or all of them. */
export function abortRequests(owner?: RemoteId): void {
  abortWhere((request) => owner === undefined || request.owner === owner);
}

function abortWhere(matches: (request: Tracked) => boolean): void {
  for (const [controller, request] of underWay) if (matches(request)) controller.abort();
}

onBeforeFilterChange(() => abortWhere(({ boundToFilter }) => boundToFilter));
