import type { AccessLevel } from '@cam/contracts/server';
import type { Finding } from '../alerts';
import type { StoredRequest } from './store';

/** Raises alerts about access that is still there after the end of its request, as a guardrail does. */
export const OVERDUE_RAISER = {
  monitorId: 'requests.overdue',
  name: 'Requested access is still there after its end',
  query: '',
  severity: 'HIGH',
} as const;

/** The letters of each level, as lists of access write them. */
const LETTERS: Readonly<Record<AccessLevel, string>> = { READ: 'R--', WRITE: '-W-', ADMIN: '--A' };

/** Returns the findings of overdue requests, one for each. */
export function overdueFindings(rows: readonly StoredRequest[]): Finding[] {
  return rows.map((row) => ({
    key: `${row.identity_uri} ${row.request_id}`,
    subject: { uri: row.identity_uri, name: row.identity_name, type: row.identity_type },
    accountId: row.resource_account,
    objects: new Map([
      [
        row.resource_uri,
        {
          ...{ uri: row.resource_uri, name: row.resource_name, type: row.resource_type, accountId: row.resource_account },
          ...{ actions: row.level === null ? '' : LETTERS[row.level], conditionalActions: '' },
        },
      ],
    ]),
  }));
}
