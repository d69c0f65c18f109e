import type { AlertTable } from './tables';
import type { Selectable } from 'kysely';

const DAY_MS = 86_400_000;

/** Alert types whose activity opens as a query. */
const BY_QUERY: readonly string[] = ['ALERT_TYPE_AI', 'ALERT_TYPE_USAGE', 'ALERT_TYPE_LOCATION'];

/**
 * Returns the query of an alert: the guardrail's query when it raised the alert, or a query of the identity's activity since the alert's first event.
 * Empty if there is neither.
 */
export function queryOf(alert: Pick<Selectable<AlertTable>, 'query' | 'alert_type' | 'subject_uri' | 'started_at'>): string {
  const { query, alert_type: type, subject_uri: uri, started_at: since } = alert;
  if (!BY_QUERY.includes(type) || uri === '' || since === null) return query;
  const days = Math.ceil((Date.now() - new Date(since).getTime()) / DAY_MS) + 1;
  return `any with-attribute uri "${uri.replace(/(["\\])/g, '\\$1')}" with-usage < ${days}`;
}
