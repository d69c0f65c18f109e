import { createHash } from 'node:crypto';
import { UNKNOWN_SESSION, type StarterOf } from './session-starters';
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
  /** The whole record. */
  raw: unknown;
}

/** An event whose session, if it belongs to one, has its handle. */
type OpenEvent = Omit<EventFact, 'session'> & { session: string | null };

/** Keeps the latest events of a log, so that memory use stays bounded. */
export class EventLog {
  #events: OpenEvent[] = [];

  add(event: Omit<OpenEvent, 'eventId' | 'name' | 'userAgent' | 'raw'>, { id, name, userAgent, raw }: LoggedRecord): void {
    const text = JSON.stringify(raw);
    const eventId = id || createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.#events.push({ ...event, eventId, name, userAgent, raw: text });
    if (this.#events.length >= 2 * MOST_EVENTS) this.#events = latest(this.#events);
  }

  /** @param resourceOf returns the final id of a resource; null where it is unknown */
  events(resourceOf: (resource: string) => string | null = (resource) => resource, starterOf: StarterOf = () => UNKNOWN_SESSION): EventFact[] {
    return latest(this.#events).map((event) => ({
      ...event,
      resource: event.resource === null ? null : resourceOf(event.resource),
      session: event.session === null ? '' : starterOf(event.session).person,
    }));
  }
}

function latest(events: readonly OpenEvent[]): OpenEvent[] {
  return [...events].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, MOST_EVENTS);
}
