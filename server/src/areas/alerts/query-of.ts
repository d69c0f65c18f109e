import type { AlertTable } from './tables';
import type { Selectable } from 'kysely';

const DAY_MS = 86_400_000;

/** Of these, what somebody did is looked at by a query. */
const BY_QUERY: readonly string[] = ['ALERT_TYPE_AI', 'ALERT_TYPE_USAGE', 'ALERT_TYPE_LOCATION'];

/**
 * What the guardrail asked when it raised an alert, or what finds what the identity of an alert about its habits did, back to the first event of the
 * alert; empty where there is neither.
 */
export function queryOf(alert: Pick<Selectable<AlertTable>, 'query' | 'alert_type' | 'subject_uri' | 'started_at'>): string {
  const { query, alert_type: type, subject_uri: uri, started_at: since } = alert;
  if (!BY_QUERY.includes(type) || uri === '' || since === null) return query;
  const days = Math.ceil((Date.now() - new Date(since).getTime()) / DAY_MS) + 1;
  return `any with-attribute uri "${uri.replace(/(["\\])/g, '\\$1')}" with-usage < ${days}`;
}
