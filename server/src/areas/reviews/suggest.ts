import type { ReviewSuggestion } from '@cam/contracts/server';

/** Days of use that a review looks at. */
export const REVIEWED_DAYS = 90;

/** Fewest people of a team, and the largest share of them in percent, for a unit that stands out. */
const TEAM = 10;
const RARE = 5;

export interface UnitToSuggest {
  unitKey: string;
  identityUri: string;
  /** Department of the identity; empty: unknown. */
  team: string;
  reach: readonly number[];
  used: number;
  lastUsed: string | null;
  /** Why silence of the logs does not prove disuse; empty: it does. */
  doubt: string;
}

export interface Suggestion {
  suggestion: ReviewSuggestion;
  reason: string;
}

/** Returns a suggestion for each unit, by plain rules: disuse that logs prove, then use, then units that are rare within the team. */
export function suggestions(units: readonly UnitToSuggest[]): Suggestion[] {
  const teams = new Map<string, Set<string>>();
  const holders = new Map<string, Set<string>>();
  for (const { team, identityUri, unitKey } of units) {
    if (team === '') continue;
    addTo(teams, team, identityUri);
    addTo(holders, `${team}\n${unitKey}`, identityUri);
  }
  return units.map((unit) => {
    const total = unit.reach.reduce((sum, count) => sum + count, 0);
    const [size, with_] = [teams.get(unit.team)?.size ?? 0, holders.get(`${unit.team}\n${unit.unitKey}`)?.size ?? 0];
    const share = size === 0 ? 100 : (with_ * 100) / size;
    const last = unit.lastUsed === null ? '' : ` The last use was on ${unit.lastUsed.slice(0, 10)}.`;
    if (unit.used === 0 && unit.doubt === '')
      return { suggestion: 'REVOKE', reason: `Not used in the last ${REVIEWED_DAYS} days, and the logs cover them.${last}` };
    if (size >= TEAM && share < RARE)
      return { suggestion: 'LOOK', reason: `Only ${with_} of the ${size} reviewed identities in ${unit.team} ${with_ === 1 ? 'has' : 'have'} it.` };
    if (unit.used > 0)
      return {
        suggestion: 'KEEP',
        reason: `${unit.used.toLocaleString('en')} of ${total.toLocaleString('en')} resources used in the last ${REVIEWED_DAYS} days.${last}`,
      };
    return { suggestion: 'NONE', reason: unit.doubt };
  });
}

/** Returns whether it takes a reason to keep a unit: it reaches tier 0, and no use within the time is known. */
export function needsReason({ reach, used }: Pick<UnitToSuggest, 'reach' | 'used'>): boolean {
  return (reach[0] ?? 0) > 0 && used === 0;
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
}
