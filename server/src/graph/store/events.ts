import { deleteEventChanges, readEventKinds, readEventChanges } from './event-changes';
import { readActorsAt, readDaysOfCalls, readEventPart, readEvents, readEventSpan, readPlaceRecords, readUsersOf } from './read-events';

/** What other areas ask of the stored events of logs, each inside the caller's transaction. */
export const EVENTS = {
  read: readEvents,
  /** All of them, one part after the other: each in a transaction of its own. */
  readPart: readEventPart,
  span: readEventSpan,
  /** What came and went and nobody said yet that they looked at it. */
  news: readEventChanges,
  /** Says so. */
  dropNews: deleteEventChanges,
  kinds: readEventKinds,
  daysOfCalls: readDaysOfCalls,
  usersOf: readUsersOf,
  actorsAt: readActorsAt,
  placeRecords: readPlaceRecords,
};

export type GraphEvents = typeof EVENTS;
