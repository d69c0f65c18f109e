import type { Db, Tx } from '../../platform/db/database';
import type { EventKind, EventPart, GraphEvents, StoredEvent } from '../../graph';
import { detectAll, detectAmong, isActor, type Surroundings } from './detect';
import { FEW_USERS, isSensitive, sensitiveUsers } from './detect-events';
import { SECRET_ACTIONS, volumesAbove } from './detect-usage';
import { eventsOfRows, placeIn, locateEvents, loggedPlaces } from './event-of-row';
import { READ_ACTIONS } from './event-rules';
import { runCooperatively } from '../../platform/async/cooperative-scheduler';
import type { IpCountries } from './ip-countries';
import { personOf, type LoggedEvent, type Place, type Suspicion } from './logged-event';

export interface LogScanDependencies {
  db: Db;
  events: GraphEvents;
  countries: Pick<IpCountries, 'placeOf'>;
}

/** The state that one scan keeps for the next. */
export interface ScanState {
  /** Time of the oldest event within the limit of a scan; empty: all events were scanned. */
  since: string;
  /** The time of the newest event; empty: there was none. */
  newest: string;
  /** Locations of addresses by the logs, as JSON text. */
  places: ReadonlyMap<string, string>;
}

export interface LogScan {
  found: Suspicion[];
  /** Ids of the pending changes that this scan read. */
  newsIds: string[];
  memory: ScanState;
  /** Number of events read. */
  read: number;
}

/** The newest events of a tenant that one scan reads: as many as fit the memory of a small server. */
const MOST_EVENTS = 100_000;
/** Suspicions that end longer than this before the newest event raise no alert, ms. */
const NEWS_MS = 30 * 86_400_000;
const RECORDS_OF = [...READ_ACTIONS, ...SECRET_ACTIONS];

/** The changes read from a log, and its time range. */
interface Reading {
  newsIds: string[];
  span: { newest: string; since: string };
}

/** All events of the identities that changes affect, and the context that the methods need. */
interface AffectedEvents extends Surroundings {
  events: LoggedEvent[];
  /** Locations of addresses by the logs. */
  located: ReadonlyMap<string, Place>;
  /** Addresses whose location changed, as JSON text. */
  moved: ReadonlyMap<string, string>;
}

/**
 * Scans the logs for suspicious activity. The first scan reads all events. Later scans read only the identities that changed events affect: the
 * actors, others whose addresses got a location, and the peers that they are compared with. The result equals that of a full scan.
 */
export class LogScanner {
  constructor(
    private readonly deps: LogScanDependencies,
    private readonly mostEvents = MOST_EVENTS,
  ) {}

  /** @param memory the last scan's state; null: scan all events */
  async scan(tenantId: string, memory: ScanState | null): Promise<LogScan> {
    return memory ? this.#again(tenantId, memory) : this.#everything(tenantId);
  }

  async #everything(tenantId: string): Promise<LogScan> {
    const reading = await this.deps.db.tenant(tenantId, (tx) => this.#begin(tx, tenantId));
    const rows = await this.#readAll(tenantId, reading.span.since);
    const events = await runCooperatively(eventsOfRows(rows));
    const located = loggedPlaces(events.filter((_event, index) => rows[index]?.tellsPlace));
    return {
      found: newsOf(await runCooperatively(detectAll(await this.#placed(events, located))), reading.span.newest),
      newsIds: reading.newsIds,
      memory: { ...reading.span, places: asText(located) },
      read: rows.length,
    };
  }

  /** Reads in parts, so that a long log does not block other work. The next scan reads the events that arrive meanwhile. */
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

  async #again(tenantId: string, memory: ScanState): Promise<LogScan> {
    const read = await this.deps.db.tenant(tenantId, (tx) => this.#readConcerned(tx, tenantId, memory));
    const { newsIds, span, concerned } = read;
    // Changes that were too old to raise an alert may now be within the limit.
    if (span.newest < memory.newest) return this.#everything(tenantId);
    if (!concerned) return { found: [], newsIds, memory, read: 0 };
    const { events, located, moved, ...surroundings } = concerned;
    const found = await runCooperatively(detectAmong(await this.#placed(events, located), surroundings));
    const places = new Map([...memory.places, ...moved]);
    return { found: newsOf(found, span.newest), newsIds, memory: { ...span, places }, read: events.length };
  }

  async #readConcerned(tx: Tx, tenantId: string, memory: ScanState): Promise<Reading & { concerned: AffectedEvents | null }> {
    const { events: log } = this.deps;
    const { news, newsIds, span } = await this.#begin(tx, tenantId);
    const { since } = span;
    const changed: EventKind[] = [...news, ...(await this.#shifted(tx, tenantId, memory.since, since))];
    if (changed.length === 0) return { newsIds, span, concerned: null };

    const actors = changed.filter(({ identity }) => isActor(identity));
    const days = await log.daysOfCalls(tx, tenantId, [...new Set(actors.map(({ accountId }) => accountId))], since);
    const ofSomebody = days.filter(({ identity }) => isActor(identity));
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
    const events = await runCooperatively(eventsOfRows(await log.read(tx, tenantId, { recordsOf: RECORDS_OF, since }, of)));
    const located = await this.#places(tx, tenantId, addressesOf(events), since);
    return {
      newsIds,
      span,
      concerned: {
        events,
        located: new Map([...located].flatMap(([address, place]) => (place ? [[address, place] as const] : []))),
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
    // Changes come first: the next scan repeats events that arrive during this read, which it does at most once.
    const news = await log.news(tx, tenantId);
    return { news, newsIds: [...new Set(news.map(({ newsId }) => newsId))], span: await log.span(tx, tenantId, this.mostEvents) };
  }

  /** Returns the events that entered or left the limit of a scan since the last one. */
  async #shifted(tx: Tx, tenantId: string, before: string, now: string): Promise<EventKind[]> {
    if (before === now) return [];
    return this.deps.events.kinds(tx, tenantId, before < now ? before : now, before < now ? now : before);
  }

  /** Returns the identities for which a sensitive action changes its novelty, because another identity now uses it. */
  async #comparedWith(tx: Tx, tenantId: string, changed: readonly EventKind[], since: string): Promise<string[]> {
    const newUsers = new Map<string, Set<string>>();
    for (const kind of changed) if (isSensitive(kind)) newUsers.set(kind.action, (newUsers.get(kind.action) ?? new Set()).add(kind.identity));
    const users = await this.deps.events.usersOf(tx, tenantId, [...newUsers.keys()], since);
    return [...users].flatMap(([action, all]) => {
      const own = all.filter(isActor);
      return own.length - (newUsers.get(action)?.size ?? 0) <= FEW_USERS ? own : [];
    });
  }

  async #usersOf(tx: Tx, tenantId: string, events: readonly LoggedEvent[], since: string): Promise<Map<string, number>> {
    const users = await this.deps.events.usersOf(tx, tenantId, [...sensitiveUsers(events).keys()], since);
    return new Map([...users].map(([action, all]) => [action, all.filter(isActor).length]));
  }

  /** Returns the location of each address by its newest located event; null: no event locates it any longer. */
  async #places(tx: Tx, tenantId: string, addresses: readonly string[], since: string): Promise<Map<string, Place | null>> {
    const records = await this.deps.events.placeRecords(tx, tenantId, addresses, since);
    return new Map(
      addresses.map((address) => {
        const record = records.get(address);
        return [address, record === undefined ? null : placeIn(record)];
      }),
    );
  }

  #placed(events: readonly LoggedEvent[], located: ReadonlyMap<string, Place>): Promise<LoggedEvent[]> {
    return runCooperatively(locateEvents(events, located, (address) => this.deps.countries.placeOf(address)));
  }
}

/** Drops old suspicions: the first import of a log covers months, and its old events raise no alerts. */
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
