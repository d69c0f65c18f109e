import { EVENT_KINDS, EVENT_KIND_NAMES, type EventKind, type Right, type TenantFeedEvent } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { tellsOfImport } from '../../platform/events/events';
import { forbidden } from '../../platform/http/errors';
import { listEvents, sequence } from './feed-store';

export interface FeedPage {
  events: TenantFeedEvent[];
  next: number;
  last: number;
}

/** The events of tenants, in one order for all readers. */
export class EventFeed {
  constructor(private readonly ctx: Context) {}

  /** Tells readers in all processes that a change with events was committed. */
  wake(tenantId: string): void {
    this.ctx.events.publish({ tenantId, kind: 'feed' });
  }

  /** Calls the listener after changes of a tenant. @returns the function that ends the subscription */
  whenWoken(tenantId: string, listener: () => void): () => void {
    return this.ctx.events.subscribe((event) => {
      if (event.tenantId === tenantId && (event.kind === 'feed' || tellsOfImport(event))) listener();
    });
  }

  /** Returns a page of events, oldest first. */
  async page(tenantId: string, { after, limit, kinds }: { after: number; limit: number; kinds: readonly EventKind[] }): Promise<FeedPage> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const last = await sequence(tx, tenantId);
      const events = await listEvents(tx, tenantId, { after, limit, kinds });
      return { events, next: events.length < limit ? Math.max(after, last) : (events.at(-1)?.seq ?? after), last };
    });
  }

  /** Returns the position of the newest event. */
  async last(tenantId: string): Promise<number> {
    return this.ctx.db.tenant(tenantId, (tx) => sequence(tx, tenantId));
  }
}

/**
 * Returns the chosen kinds.
 * @param chosen none: all that the rights allow
 * @throws ApiError 403 if one needs other rights
 */
export function readableKinds(rights: readonly Right[], chosen: readonly EventKind[] = []): EventKind[] {
  const may = (kind: EventKind): boolean => EVENT_KINDS[kind].some((right) => rights.includes(right));
  const refused = chosen.filter((kind) => !may(kind));
  if (refused.length > 0)
    throw forbidden(`You do not have the right to read events of this kind: ${refused.join(', ')}.`, 'RIGHT_MISSING', {
      anyOf: refused.flatMap((kind) => EVENT_KINDS[kind]),
    });
  return chosen.length > 0 ? [...chosen] : EVENT_KIND_NAMES.filter(may);
}
