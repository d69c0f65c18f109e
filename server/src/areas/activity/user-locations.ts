import type { Api, UsageEvent } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { GraphEvents } from '../../graph';
import { alertPlaceOf, placeIn } from './event-of-row';
import type { IpCountries } from './ip-countries';
import type { Place } from './logged-event';

type Answer = Api['GET /v1/usage/user-location']['answer'];

export interface LocationDependencies {
  graph: { events: Pick<GraphEvents, 'placeRecords'> };
  queries: {
    activity(
      asker: { tenantId: string; email: string; accountId: string | null },
      who: { identity: string; input: undefined },
      request: { since: Date; until: Date; page: number; pageSize: number; sortedBy: 'timestamp'; ascending: boolean; search: null },
    ): Promise<{ events: UsageEvent[]; pages: number }>;
  };
  countries: IpCountries;
}

/** The newest events that are read. */
const MOST_EVENTS = 5000;

/** Finds the locations of an identity's activity, by the logs or else by the country of the address. */
export class UserLocations {
  constructor(
    private readonly ctx: Context,
    private readonly deps: LocationDependencies,
  ) {}

  /** @param identity a name or URI */
  async of(
    asker: { tenantId: string; email: string; accountId: string | null },
    identity: string,
    span: { since: Date; until: Date },
  ): Promise<Answer> {
    const page = { page: 0, pageSize: MOST_EVENTS, sortedBy: 'timestamp', ascending: false, search: null } as const;
    const { events, pages } = await this.deps.queries.activity(asker, { identity, input: undefined }, { ...span, ...page });
    const byAddress = new Map<string, { first: string; last: string; count: number }>();
    for (const { ip_address: address, timestamp } of events) {
      if (address === '') continue;
      const known = byAddress.get(address);
      // The newest events come first.
      byAddress.set(address, { first: timestamp, last: known?.last ?? timestamp, count: (known?.count ?? 0) + 1 });
    }
    const records = await this.ctx.db.tenant(asker.tenantId, (tx) => this.deps.graph.events.placeRecords(tx, asker.tenantId, [...byAddress.keys()]));
    const locations = [...byAddress].map(([address, { first, last, count }]) => {
      const place = this.#placeOf(address, records.get(address));
      return { ip_address: address, location: place && alertPlaceOf(place), first_time: first, last_time: last, event_count: count };
    });
    return { user_location_list: locations, is_cut: pages > 1 };
  }

  #placeOf(address: string, record: string | undefined): Place | null {
    return (record === undefined ? null : placeIn(record)) ?? this.deps.countries.placeOf(address);
  }
}
