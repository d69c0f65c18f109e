import { createHash } from 'node:crypto';
import type { EventFact } from './source-facts';

/** Events of one bundle that are kept one by one, the latest ones; all of them are counted. */
export const MOST_EVENTS = 25_000;

/** What a log has of an event beside what it counts for. */
export interface LoggedRecord {
  /** As the log has it; empty: none. */
  id: string;
  /** What happened, in the log's own word. */
  name: string;
  userAgent: string;
  /** The name of the session that acted, where it is somebody's e-mail address. */
  session?: string;
  /** The whole record. */
  raw: unknown;
}

/** Keeps the latest events of a log, so that the memory for it does not grow with the log. */
export class EventLog {
  #events: EventFact[] = [];

  add(event: Omit<EventFact, 'eventId' | 'name' | 'userAgent' | 'session' | 'raw'>, { id, name, userAgent, session = '', raw }: LoggedRecord): void {
    const text = JSON.stringify(raw);
    const eventId = id || createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.#events.push({ ...event, eventId, name, userAgent, session: session.includes('@') ? session.toLowerCase() : '', raw: text });
    if (this.#events.length >= 2 * MOST_EVENTS) this.#events = latest(this.#events);
  }

  /** @param resourceOf what to call a resource in the end; null: nothing that is known */
  events(resourceOf: (resource: string) => string | null = (resource) => resource): EventFact[] {
    return latest(this.#events).map((event) => ({ ...event, resource: event.resource === null ? null : resourceOf(event.resource) }));
  }
}

function latest(events: readonly EventFact[]): EventFact[] {
  return [...events].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, MOST_EVENTS);
}
