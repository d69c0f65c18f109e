import type { Api } from '@cam/contracts/server';
import { USER_TYPES } from '../counts/count-privileges';
import type { IdentityTotal } from './facts';

type IdentityType = Api['GET /v1/graph-querymgr/unused-accesses']['query']['identity_type'];

/** The number of unused entities per area, and of those that could not be assessed. */
export const UNUSED: Record<IdentityType, (total: IdentityTotal) => number> = {
  UNUSED_ROLE: ({ type, unused }) => (type === 'ROLE' ? unused : 0),
  UNUSED_IDENTITY: ({ type, unused_with_role: n }) => (isUser(type) ? n : 0),
  UNUSED_IDENTITY_WITHOUT_ROLE: ({ type, unused, unused_with_role: n }) => (isUser(type) ? unused - n : 0),
};

export const UNKNOWN: Record<IdentityType, (total: IdentityTotal) => number> = {
  UNUSED_ROLE: ({ type, unknown }) => (type === 'ROLE' ? unknown : 0),
  UNUSED_IDENTITY: ({ type, unknown_with_role: n }) => (isUser(type) ? n : 0),
  UNUSED_IDENTITY_WITHOUT_ROLE: ({ type, unknown, unknown_with_role: n }) => (isUser(type) ? unknown - n : 0),
};

function isUser(type: string): boolean {
  return USER_TYPES.some((one) => one === type);
}

export function sumOf(totals: readonly IdentityTotal[], of: (total: IdentityTotal) => number): number {
  return totals.reduce((sum, total) => sum + of(total), 0);
}
