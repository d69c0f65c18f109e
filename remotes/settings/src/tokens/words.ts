import type { ApiToken, ApiTokenScope } from '@cam/contracts';

/** Says what each scope allows. */
export const SCOPE_WORDS: Record<ApiTokenScope, string> = {
  'cam:general:read': 'Search access, and read the inventory, compliance, changes and reports',
  'cam:general:write': 'Change tenant settings, tiers, reports and notifications',
  'cam:account:read': 'Read sources and their snapshots',
  'cam:account:write': 'Connect, import, change and delete sources',
  'cam:guardrail:read': 'Read guardrails',
  'cam:guardrail:write': 'Create and change guardrails',
  'cam:alerts:read': 'Read alerts and exclusions',
  'cam:alerts:write': 'Work on alerts and exclusions',
};

/** Lives of tokens to choose from, days. */
export const TOKEN_LIVES = [7, 30, 60, 90, 180, 366];

export type TokenState = 'Valid' | 'Expired' | 'Revoked';

/** Returns the state of a token at a time, ms since 1970. */
export function stateOf({ revoked_time: revoked, expires_time: expires }: ApiToken, now: number): TokenState {
  if (revoked !== null) return 'Revoked';
  return Date.parse(expires) <= now ? 'Expired' : 'Valid';
}

/** Splits the addresses and networks that a user entered, one per line or separated by commas. */
export function networksIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}
