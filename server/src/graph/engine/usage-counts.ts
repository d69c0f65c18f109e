import type { EventFact, UsageFact } from './source-facts';
import { EventLog, type LoggedRecord } from './event-log';

/** One event of a log, as far as it counts. */
export interface UsageEvent {
  /** Native id or e-mail address of whoever did it, as other policies name it too. */
  identity: string;
  /** In the provider's own notation. */
  action: string;
  /** Native id of what it was done to; null: nothing that is known. */
  resource: string | null;
  /** As the log has it; an event without a time that can be read counts for nothing. */
  at: string;
  succeeded: boolean;
  sourceIp?: string;
  region?: string;
  /** The record that tells of it; without one it is only counted. */
  record?: LoggedRecord;
}

/**
 * Adds events up by identity, action, resource and day (UTC), so that the memory for a log grows with what is done and not with how often.
 * `count` is of what succeeded and `failures` of what did not; time, address and region are of the last success, or where there is none of the
 * last attempt.
 */
export class UsageCounts {
  readonly #facts = new Map<string, UsageFact>();
  readonly #log = new EventLog();

  add({ identity, action, resource, at, succeeded, sourceIp = '', region = '', record }: UsageEvent): void {
    const time = Date.parse(at);
    if (Number.isNaN(time) || identity === '' || action === '') return;
    const lastAt = new Date(time).toISOString();
    if (record) this.#log.add({ identity, action, resource, at: lastAt, succeeded, sourceIp, region }, record);
    this.#put({
      identity: { nativeId: identity },
      action,
      resource: resource === null ? null : { nativeId: resource },
      day: lastAt.slice(0, 10),
      count: succeeded ? 1 : 0,
      failures: succeeded ? 0 : 1,
      lastAt,
      sourceIp: sourceIp || null,
      region: region || null,
    });
  }

  /** @param resourceOf what to call a resource in the end; null: nothing that is known. What is one then is added up. */
  facts(resourceOf: (resource: string) => string | null = (resource) => resource): UsageFact[] {
    const found = new UsageCounts();
    for (const fact of this.#facts.values()) {
      const id = fact.resource === null ? null : resourceOf(fact.resource.nativeId);
      found.#put({ ...fact, resource: id === null ? null : { nativeId: id } });
    }
    return [...found.#facts.values()];
  }

  /** The latest events, the last one first. @param resourceOf as for `facts` */
  events(resourceOf?: (resource: string) => string | null): EventFact[] {
    return this.#log.events(resourceOf);
  }

  #put(fact: UsageFact): void {
    const key = JSON.stringify([fact.identity.nativeId, fact.action, fact.resource?.nativeId, fact.day]);
    const known = this.#facts.get(key);
    this.#facts.set(key, known ? together(known, fact) : fact);
  }
}

/** Null: there is none. */
export function firstDayOf(usage: readonly UsageFact[]): string | null {
  return usage.reduce<string | null>((first, { day }) => (first === null || day < first ? day : first), null);
}

/** A success counts before any attempt, and the later one of two alike. */
function together(a: UsageFact, b: UsageFact): UsageFact {
  const [first, second] = [a.count > 0, b.count > 0];
  const isLater = first === second ? b.lastAt > a.lastAt : second;
  return { ...(isLater ? b : a), count: a.count + b.count, failures: a.failures + b.failures };
}
