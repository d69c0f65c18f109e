import type { RemoteId } from '@cam/contracts';
import { onBeforeFilterChange } from '../filter/account-filter';

/** Requests under way, with the remote that asked, so that they can be ended together. */
const underWay = new Map<AbortController, RemoteId | null>();

export function trackRequest(owner: RemoteId | null, outer?: AbortSignal): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  underWay.set(controller, owner);
  const onOuter = (): void => controller.abort();
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
  for (const [controller, of] of underWay) if (owner === undefined || of === owner) controller.abort();
}

onBeforeFilterChange(() => abortRequests());
