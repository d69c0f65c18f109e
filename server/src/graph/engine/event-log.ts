import { createHash } from 'node:crypto';
import type { EventFact } from './source-facts';

/** Maximum number of single events per bundle. The latest are kept; all are counted. */
export const MOST_EVENTS = 25_000;

/** Details of a log event beyond what usage counts need. */
export interface LoggedRecord {
  /** As in the log; empty where missing. */
  id: string;
  /** The log's own name of the event. */
  name: string;
  userAgent: string;
  /** Session name of the actor, where it is an email address. */
  session?: string;
  /** The whole record. */
  raw: unknown;
}

/** Keeps the latest events of a log, so that memory use stays bounded. */
export class EventLog {
  #events: EventFact[] = [];

  add(event: Omit<EventFact, 'eventId' | 'name' | 'userAgent' | 'session' | 'raw'>, { id, name, userAgent, session = '', raw }: LoggedRecord): void {
    const text = JSON.stringify(raw);
    const eventId = id || createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.#events.push({ ...event, eventId, name, userAgent, session: session.includes('@') ? session.toLowerCase() : '', raw: text });
    if (this.#events.length >= 2 * MOST_EVENTS) this.#events = latest(this.#events);
  }

  /** @param resourceOf returns the final id of a resource; null where it is unknown */
  events(resourceOf: (resource: string) => string | null = (resource) => resource): EventFact[] {
    return latest(this.#events).map((event) => ({ ...event, resource: event.resource === null ? null : resourceOf(event.resource) }));
  }
}

function latest(events: readonly EventFact[]): EventFact[] {
  return [...events].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, MOST_EVENTS);
}
