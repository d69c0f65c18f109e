/** The last row of an access page, after which the next page starts: identity by name and id, resource by type, class, name and id. */
export interface AccessCursor {
  identity: [name: string, id: string];
  resourceClass: [type: string, id: string];
  resource: [name: string, id: string];
}

/** The last event of a page, after which the next page continues, backwards in time. */
export interface EventCursor {
  event: [at: string, sourceUid: string, eventId: string, action: string];
}

export type Cursor = AccessCursor | EventCursor;

export function isEventCursor(cursor: Cursor): cursor is EventCursor {
  return 'event' in cursor;
}
