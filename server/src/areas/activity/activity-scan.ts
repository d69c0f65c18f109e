import type { Db, Tx } from '../../platform/db/database';
import type { EventKind, EventPart, GraphEvents, StoredEvent } from '../../graph';
import { detecting, detectingAmong, isSomebody, type Surroundings } from './detect';
import { FEW_USERS, isSensitive, sensitiveUsers } from './detect-events';
import { SECRET_ACTIONS, volumesAbove } from './detect-usage';
import { eventsOfRows, placeIn, placing, toldPlaces } from './event-of-row';
import { READ_ACTIONS } from './event-rules';
import { inTurns } from '../../platform/async/cooperative-scheduler';
import type { IpCountries } from './ip-countries';
import { personOf, type LoggedEvent, type Place, type Suspicion } from './logged-event';

export interface LogLookDependencies {
  db: Db;
  events: GraphEvents;
  countries: Pick<IpCountries, 'placeOf'>;
}

/** What the next look has to know of this one. */
export interface LogMemory {
  /** Events before that time were too many to be looked at; empty: none were. */
  since: string;
  /** The time of the newest event; empty: there was none. */
  newest: string;
  /** Where logs say that addresses are, as JSON text. */
  places: ReadonlyMap<string, string>;
}

export interface LogLook {
  found: Suspicion[];
  /** What came and went that this look saw. */
  newsIds: string[];
  memory: LogMemory;
  /** Events that were read. */
  read: number;
}

/** The newest so many events of a tenant are looked at, which fits the memory of a small server. */
const MOST_EVENTS = 100_000;
/** What happened so long before the newest event is no news, ms. */
const NEWS_MS = 30 * 86_400_000;
const RECORDS_OF = [...READ_ACTIONS, ...SECRET_ACTIONS];

/** What was read of a log, and where it stands. */
interface Reading {
  newsIds: string[];
  span: { newest: string; since: string };
}

/** The events of all whom something concerns that came or went, and what else methods ask for. */
interface Concerned extends Surroundings {
  events: LoggedEvent[];
  /** Where logs say that addresses are. */
  told: ReadonlyMap<string, Place>;
  /** Addresses that are elsewhere now, as JSON text. */
  moved: ReadonlyMap<string, string>;
}

/**
 * Looks at what logs tell. After a first look at everything, it looks again at those alone whom something concerns that came or went since: whoever
 * did it, others of whom it says where they are, and those who are compared with them. That finds what a look at everything would find anew.
 */
export class LogLooker {
  constructor(
    private readonly deps: LogLookDependencies,
    private readonly mostEvents = MOST_EVENTS,
  ) {}

  /** @param memory of the last look; null: there was none that is remembered, and everything is looked at */
  async look(tenantId: string, memory: LogMemory | null): Promise<LogLook> {
    return memory ? this.#again(tenantId, memory) : this.#everything(tenantId);
  }

  async #everything(tenantId: string): Promise<LogLook> {
    const reading = await this.deps.db.tenant(tenantId, (tx) => this.#begin(tx, tenantId));
    const rows = await this.#readAll(tenantId, reading.span.since);
    const events = await inTurns(eventsOfRows(rows));
    const told = toldPlaces(events.filter((_event, index) => rows[index]?.tellsPlace));
    return {
      found: newsOf(await inTurns(detecting(await this.#placed(events, told))), reading.span.newest),
      newsIds: reading.newsIds,
      memory: { ...reading.span, places: asText(told) },
      read: rows.length,
    };
  }

  /** Part by part: nobody else waits while all of a log is read. What comes meanwhile is news to the next look. */
  async #readAll(tenantId: string, since: string): Promise<StoredEvent[]> {
    const { db, events: log } = this.deps;
    const rows: StoredEvent[] = [];
    let after: EventPart['end'] = null;
    do {
      const from: EventPart['end'] = after;
      const { events, end }: EventPart = await db.tenant(tenantId, (tx) => log.readPart(tx, tenantId, { recordsOf: RECORDS_OF, since }, from));
      rows.push(...events);
      after = end;
    } while (after !== null);
    return rows;
  }

  async #again(tenantId: string, memory: LogMemory): Promise<LogLook> {
    const read = await this.deps.db.tenant(tenantId, (tx) => this.#readConcerned(tx, tenantId, memory));
    const { newsIds, span, concerned } = read;
    // What was too old to be news is not any more.
    if (span.newest < memory.newest) return this.#everything(tenantId);
    if (!concerned) return { found: [], newsIds, memory, read: 0 };
    const { events, told, moved, ...surroundings } = concerned;
    const found = await inTurns(detectingAmong(await this.#placed(events, told), surroundings));
    const places = new Map([...memory.places, ...moved]);
    return { found: newsOf(found, span.newest), newsIds, memory: { ...span, places }, read: events.length };
  }

  async #readConcerned(tx: Tx, tenantId: string, memory: LogMemory): Promise<Reading & { concerned: Concerned | null }> {
    const { events: log } = this.deps;
    const { news, newsIds, span } = await this.#begin(tx, tenantId);
    const { since } = span;
    const changed: EventKind[] = [...news, ...(await this.#shifted(tx, tenantId, memory.since, since))];
    if (changed.length === 0) return { newsIds, span, concerned: null };

    const actors = changed.filter(({ identity }) => isSomebody(identity));
    const days = await log.daysOfCalls(tx, tenantId, [...new Set(actors.map(({ accountId }) => accountId))], since);
    const ofSomebody = days.filter(({ identity }) => isSomebody(identity));
    const identities = new Set([
      ...actors.map(({ identity }) => identity),
      ...volumesAbove(ofSomebody).map(({ identity }) => identity),
      ...(await this.#comparedWith(tx, tenantId, actors, since)),
    ]);
    const tellers = addressesOf(changed.filter(({ tellsPlace }) => tellsPlace));
    const moved = new Map(
      [...(await this.#places(tx, tenantId, tellers, since))]
        .map(([address, place]) => [address, textOf(place)] as const)
        .filter(([address, place]) => memory.places.get(address) !== place),
    );
    const persons = new Set([...actors, ...(await log.actorsAt(tx, tenantId, [...moved.keys()], since))].map(personOf));

    const of = { identities: [...identities, ...persons], sessions: [...persons] };
    const events = await inTurns(eventsOfRows(await log.read(tx, tenantId, { recordsOf: RECORDS_OF, since }, of)));
    const told = await this.#places(tx, tenantId, addressesOf(events), since);
    return {
      newsIds,
      span,
      concerned: {
        events,
        told: new Map([...told].flatMap(([address, place]) => (place ? [[address, place] as const] : []))),
        moved,
        isOf: (identity) => identities.has(identity),
        isPerson: (person) => persons.has(person),
        usersOf: await this.#usersOf(tx, tenantId, events, since),
        days: ofSomebody,
      },
    };
  }

  async #begin(tx: Tx, tenantId: string) {
    const { events: log } = this.deps;
    // News first: what comes while the rest is read is news again, and looked at twice at most.
    const news = await log.news(tx, tenantId);
    return { news, newsIds: [...new Set(news.map(({ newsId }) => newsId))], span: await log.span(tx, tenantId, this.mostEvents) };
  }

  /** Events that are not looked at any more as there are newer ones, or are again. */
  async #shifted(tx: Tx, tenantId: string, before: string, now: string): Promise<EventKind[]> {
    if (before === now) return [];
    return this.deps.events.kinds(tx, tenantId, before < now ? before : now, before < now ? now : before);
  }

  /** Others to whom a sensitive action may be new, or is not any more, as somebody else uses it since. */
  async #comparedWith(tx: Tx, tenantId: string, changed: readonly EventKind[], since: string): Promise<string[]> {
    const newUsers = new Map<string, Set<string>>();
    for (const kind of changed) if (isSensitive(kind)) newUsers.set(kind.action, (newUsers.get(kind.action) ?? new Set()).add(kind.identity));
    const users = await this.deps.events.usersOf(tx, tenantId, [...newUsers.keys()], since);
    return [...users].flatMap(([action, all]) => {
      const own = all.filter(isSomebody);
      return own.length - (newUsers.get(action)?.size ?? 0) <= FEW_USERS ? own : [];
    });
  }

  async #usersOf(tx: Tx, tenantId: string, events: readonly LoggedEvent[], since: string): Promise<Map<string, number>> {
    const users = await this.deps.events.usersOf(tx, tenantId, [...sensitiveUsers(events).keys()], since);
    return new Map([...users].map(([action, all]) => [action, all.filter(isSomebody).length]));
  }

  /** Where the last event of each address that says so says that it is; null: none does any more. */
  async #places(tx: Tx, tenantId: string, addresses: readonly string[], since: string): Promise<Map<string, Place | null>> {
    const records = await this.deps.events.placeRecords(tx, tenantId, addresses, since);
    return new Map(
      addresses.map((address) => {
        const record = records.get(address);
        return [address, record === undefined ? null : placeIn(record)];
      }),
    );
  }

  #placed(events: readonly LoggedEvent[], told: ReadonlyMap<string, Place>): Promise<LoggedEvent[]> {
    return inTurns(placing(events, told, (address) => this.deps.countries.placeOf(address)));
  }
}

/** The first import of a log tells of months at once; nobody waits to hear of them. */
function newsOf(found: readonly Suspicion[], newest: string): Suspicion[] {
  return found.filter(({ until }) => Date.parse(newest) - Date.parse(until) <= NEWS_MS);
}

function addressesOf(events: readonly { sourceIp: string }[]): string[] {
  return [...new Set(events.map(({ sourceIp }) => sourceIp))].filter((address) => address !== '');
}

function asText(places: ReadonlyMap<string, Place>): Map<string, string> {
  return new Map([...places].map(([address, place]) => [address, textOf(place)]));
}

function textOf(place: Place | null): string {
  return JSON.stringify(place);
}
