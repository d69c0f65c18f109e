import type { Api } from '@cam/contracts/server';
import { USER_TYPES } from '../counts/count-privileges';
import type { IdentityTotal } from './facts';

type IdentityType = Api['GET /v1/graph-querymgr/unused-accesses']['query']['identity_type'];

type Count = (total: IdentityTotal) => number;

const UNUSED: Record<IdentityType, Count> = {
  UNUSED_ROLE: ({ type, unused }) => (type === 'ROLE' ? unused : 0),
  UNUSED_IDENTITY: ({ type, unused_with_role: n }) => (isUser(type) ? n : 0),
  UNUSED_IDENTITY_WITHOUT_ROLE: ({ type, unused, unused_with_role: n }) => (isUser(type) ? unused - n : 0),
};

const IDLE: Record<IdentityType, Count> = {
  UNUSED_ROLE: ({ type, idle }) => (type === 'ROLE' ? idle : 0),
  UNUSED_IDENTITY: ({ type, idle_with_role: n }) => (isUser(type) ? n : 0),
  UNUSED_IDENTITY_WITHOUT_ROLE: ({ type, idle, idle_with_role: n }) => (isUser(type) ? idle - n : 0),
};

/** Returns the number of unused entities of an area. Every page, tile and report that shows it asks here. */
export function countUnusedOf(totals: readonly IdentityTotal[], type: IdentityType, includesIdle = false): number {
  return sumOf(totals, UNUSED[type]) + (includesIdle ? countIdleOf(totals, type) : 0);
}

/** Returns the number of unused break-glass, service-linked and provider-managed entities of an area. */
export function countIdleOf(totals: readonly IdentityTotal[], type: IdentityType): number {
  return sumOf(totals, IDLE[type]);
}

/** The number of entities of each area that could not be assessed. */
export const UNKNOWN: Record<IdentityType, Count> = {
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
