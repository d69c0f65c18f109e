import { ENDPOINT_GROUPS, type Endpoint, type RoleCalls } from '@cam/contracts/server';

/**
 * Returns the calls that a role may make, by subject, as the contract says. Calls for which any session suffices are left out: they serve every user.
 * @param isLimited the role is limited to accounts
 */
export function callsOfRole(rights: readonly string[], isLimited: boolean): RoleCalls[] {
  return ENDPOINT_GROUPS.flatMap(({ tag, endpoints }) => {
    const calls = Object.entries(endpoints)
      .filter(([, { access }]) => Array.isArray(access) && access.some((right) => rights.includes(right)))
      .map(([key, endpoint]) => ({
        summary: endpoint.summary,
        changes: !key.startsWith('GET ') && endpoint.readOnly !== true && !isExempt(endpoint),
        refused: isLimited ? refusalOf(endpoint) : '',
      }));
    return calls.length === 0 ? [] : [{ subject: tag, calls }];
  });
}

/** Reports whether a call changes at most what the caller alone sees, such as its own search session. */
function isExempt({ audit }: Endpoint): boolean {
  return typeof audit === 'object' && 'exempt' in audit;
}

function refusalOf({ accounts }: Endpoint): string {
  if (accounts === undefined) return 'it concerns the whole tenant';
  return accounts.by === 'REFUSED' ? accounts.why : '';
}
