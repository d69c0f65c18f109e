import { sql, type RawBuilder } from 'kysely';
import type { AlertEvent } from '@cam/contracts/server';

/** Returns the history of the alert in the row, with one more event. */
export function withEvent(event: AlertEvent): RawBuilder<string> {
  return sql<string>`history || ${JSON.stringify([event])}::jsonb`;
}
