import type { EventFact, UsageFact } from './source-facts';
import { EventLog, type LoggedRecord } from './event-log';
import { addStarted, byStarterName, UNKNOWN_SESSION, type StartedUse, type StarterOf } from './session-starters';

/** The countable part of a log event. */
export interface UsageEvent {
  /** Native id or email address of the actor, as policies name it. */
  identity: string;
  /** In the provider's notation. */
  action: string;
  /** Native id of the target; null where unknown. */
  resource: string | null;
  /** Time as in the log. An event without a valid time is ignored. */
  at: string;
  succeeded: boolean;
  sourceIp?: string;
  region?: string;
  /** The handle of the session in which the identity acted; absent: it acted itself. */
  session?: string;
  /** The record of the event. Without one, the event is only counted. */
  record?: LoggedRecord;
}

/**
 * Counts events by identity, action, resource and day (UTC), so that memory use does not grow with repetition. `count` is the number of successes and
 * `failures` of the rest. Time, address and region come from the last success, or else from the last attempt.
 */
export class UsageCounts {
  readonly #facts = new Map<string, CountedUse>();
  readonly #log = new EventLog();

  add({ identity, action, resource, at, succeeded, sourceIp = '', region = '', session, record }: UsageEvent): void {
    const time = Date.parse(at);
    if (Number.isNaN(time) || identity === '' || action === '') return;
    const lastAt = new Date(time).toISOString();
    if (record) this.#log.add({ identity, action, resource, at: lastAt, succeeded, sourceIp, region, session: session ?? null }, record);
    this.#put({
      fact: {
        identity: { nativeId: identity },
        action,
        resource: resource === null ? null : { nativeId: resource },
        day: lastAt.slice(0, 10),
        count: succeeded ? 1 : 0,
        failures: succeeded ? 0 : 1,
        lastAt,
        sourceIp: sourceIp || null,
        region: region || null,
      },
      sessions: new Map(session !== undefined && succeeded ? [[session, { at: lastAt, n: 1 }]] : []),
    });
  }

  /**
   * Returns the usage facts, added up by final resource id.
   * @param resourceOf returns the final id of a resource; null where it is unknown
   * @param starterOf returns who started a session, when all records are read
   */
  facts(resourceOf: (resource: string) => string | null = (resource) => resource, starterOf: StarterOf = () => UNKNOWN_SESSION): UsageFact[] {
    const found = new UsageCounts();
    for (const { fact, sessions } of this.#facts.values()) {
      const id = fact.resource === null ? null : resourceOf(fact.resource.nativeId);
      found.#put({ fact: { ...fact, resource: id === null ? null : { nativeId: id } }, sessions });
    }
    return [...found.#facts.values()].map(({ fact, sessions }) => {
      if (sessions.size === 0) return fact;
      const startedBy = new Map<string, StartedUse>();
      for (const [session, use] of sessions) for (const name of new Set(starterOf(session).names)) addStarted(startedBy, name, use);
      return { ...fact, startedBy: byStarterName(startedBy) };
    });
  }

  /**
   * Returns the latest events, last one first.
   * @param resourceOf as for `facts`
   * @param starterOf as for `facts`
   */
  events(resourceOf?: (resource: string) => string | null, starterOf?: StarterOf): EventFact[] {
    return this.#log.events(resourceOf, starterOf);
  }

  #put({ fact, sessions }: CountedUse): void {
    const key = JSON.stringify([fact.identity.nativeId, fact.action, fact.resource?.nativeId, fact.day]);
    const known = this.#facts.get(key);
    if (known) for (const [session, use] of sessions) addStarted(known.sessions, session, use);
    this.#facts.set(key, known ? { fact: together(known.fact, fact), sessions: known.sessions } : { fact, sessions: new Map(sessions) });
  }
}

/** A fact with the allowed calls in sessions, by the handle of the session. */
interface CountedUse {
  fact: UsageFact;
  sessions: Map<string, StartedUse>;
}

/** Returns the first day of the usage; null where there is none. */
export function firstDayOf(usage: readonly UsageFact[]): string | null {
  return usage.reduce<string | null>((first, { day }) => (first === null || day < first ? day : first), null);
}

/** Adds two facts up. A success takes precedence over an attempt, and the later one over the earlier one. */
function together(a: UsageFact, b: UsageFact): UsageFact {
  const [first, second] = [a.count > 0, b.count > 0];
  const isLater = first === second ? b.lastAt > a.lastAt : second;
  return { ...(isLater ? b : a), count: a.count + b.count, failures: a.failures + b.failures };
}
