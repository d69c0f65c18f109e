import { sql } from 'kysely';
import type { UsageEvent, UsageField } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { EntityPattern, Expression } from './ast';
import { eventSelection, toEvent, type EventRow } from './execute-events';
import type { QueryScope } from './bind-scope';
import { accountNames } from './access-row';
import { allOf, anyOf, likeLiteral, type Condition } from './sql-conditions';

/** One page of events between two points in time: of one identity, or of whatever a query finds. */
export interface ActivityRequest {
  expression: Expression;
  since: Date;
  until: Date;
  /** Page number, from 0. */
  page: number;
  pageSize: number;
  sortedBy: UsageField;
  ascending: boolean;
  /** Text to find in any of these fields. */
  search: { text: string; fields: readonly UsageField[] } | null;
}

export interface ActivityPage {
  events: UsageEvent[];
  pages: number;
}

const COLUMNS: Record<UsageField, string> = { timestamp: 'at', event_name: 'name', ip_address: 'source_ip', user_agent: 'user_agent' };

export async function readActivity(tx: Tx, scope: QueryScope, request: ActivityRequest): Promise<ActivityPage> {
  const { expression, since, until, page, pageSize, sortedBy, ascending, search } = request;
  const within: Condition = allOf([sql<boolean>`b.at >= ${since.toISOString()}`, sql<boolean>`b.at <= ${until.toISOString()}`]);
  const pattern = search && `%${likeLiteral(search.text)}%`;
  const found =
    search && pattern !== null
      ? anyOf(search.fields.map((field) => sql<boolean>`lower(${sql.ref(`b.${COLUMNS[field]}`)}) like lower(${pattern})`))
      : sql<boolean>`true`;
  const order = sql.ref(`b.${COLUMNS[sortedBy]}`);
  const direction = ascending ? sql`asc` : sql`desc`;
  const { rows } = await sql<EventRow & { total: number | string }>`
    select b.*, count(*) over () total from (${eventSelection(expression, { ...scope, now: until, eventsSince: new Date(since.getTime() - 1) })}) b
    where ${within} and ${found} order by ${order} ${direction}, b.at ${direction}, b.event_id, b.action limit ${pageSize} offset ${page * pageSize}`.execute(
    tx,
  );
  const names = accountNames(scope.accounts);
  return { events: rows.map((row) => toEvent(row, names)), pages: Math.ceil(Number(rows[0]?.total ?? 0) / pageSize) };
}

/** Returns an expression for everything that one identity did, given its URI or its name. */
export function activityOf(identity: string): Expression {
  const isUri = identity.split(':').length === 6;
  const text = { text: identity, quoted: true };
  const subject: EntityPattern = isUri
    ? { types: null, names: [], filters: [{ negated: false, anyOf: [[{ attribute: 'uri', operator: '=', values: [text] }]] }] }
    : { types: null, names: [text], filters: [] };
  const test = { never: false, moreThan: null, lessThan: null };
  return { kind: 'statement', subjects: [subject], isSameSubject: false, verb: { kind: 'usage', test, object: null }, clauses: [] };
}

/** Returns the stored log record of an event as JSON text; null when the record is not stored. */
export async function readRawEvent(tx: Tx, tenantId: string, eventId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('graph_event')
    .select('raw')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst();
  return row?.raw ?? null;
}
