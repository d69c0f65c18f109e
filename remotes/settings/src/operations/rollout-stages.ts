import type { RolloutStage } from '@cam/contracts';

/** The users who get a release when the stable channel moves to it. The others keep the release before. */
export const USERS = {
  everyone: { label: 'All users', stage: null },
  early10: { label: '10 % of the users of early tenants', stage: { ring: 'early', percent: 10 } },
  early: { label: 'All users of early tenants', stage: { ring: 'early', percent: 100 } },
  all10: { label: 'Early tenants, and 10 % of all others', stage: { ring: 'all', percent: 10 } },
  all50: { label: 'Early tenants, and 50 % of all others', stage: { ring: 'all', percent: 50 } },
} as const satisfies Record<string, { label: string; stage: RolloutStage | null }>;

export type Users = keyof typeof USERS;
