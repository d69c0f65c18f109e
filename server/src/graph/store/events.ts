import { deleteEventChanges, readEventKinds, readEventChanges } from './event-changes';
import { readActorsAt, readDaysOfCalls, readEventPart, readEvents, readEventSpan, readPlaceRecords, readUsersOf } from './read-events';

/** The stored log events for other areas. Each function runs inside the caller's transaction. */
export const EVENTS = {
  read: readEvents,
  /** Yields all events in parts, each read in a transaction of its own. */
  readPart: readEventPart,
  span: readEventSpan,
  /** Returns the additions and removals that are not acknowledged yet. */
  news: readEventChanges,
  /** Acknowledges them. */
  dropNews: deleteEventChanges,
  kinds: readEventKinds,
  daysOfCalls: readDaysOfCalls,
  usersOf: readUsersOf,
  actorsAt: readActorsAt,
  placeRecords: readPlaceRecords,
};

export type GraphEvents = typeof EVENTS;
