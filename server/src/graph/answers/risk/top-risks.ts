import type { Risk, RiskRow, TopRisk } from '@cam/contracts/server';

/** A scored entity with the list that has it. */
type Scored = RiskRow & { of: 'identity' | 'resource' };

/** From this value on, a factor is worth a step of its own. */
const MUCH = 0.5;

/** Steps that lower a factor, those that help most without harm first. The first that applies is the fix. */
const FIXES: readonly { factor: string; from: number; of: Scored['of']; fix: string }[] = [
  { factor: 'PUBLIC', from: 0, of: 'resource', fix: 'Remove the access of the internet, unless it is public on purpose.' },
  { factor: 'DISUSE', from: MUCH, of: 'identity', fix: 'Remove the access that it does not use: open it and attach the proposed least privilege.' },
  {
    ...{ factor: 'EXPOSURE', from: MUCH, of: 'identity' },
    fix: 'Make it harder to act as: require a second factor, replace old keys, and limit who can assume or join it.',
  },
  { factor: 'EXTERNAL', from: 0, of: 'resource', fix: 'Check which outside accounts need it, and remove the access of the others.' },
];

const REST: Readonly<Record<Scored['of'], string>> = {
  identity: 'Limit its access to the resources and the kinds of access that its work needs.',
  resource: 'Limit its access to the identities that need it: open it to see who has access and why.',
};

/** Reasons in an explanation. */
const MOST_REASONS = 2;

/**
 * Returns the worst problems of several lists: the riskiest entities, each with its strongest reasons and a step that lowers its score. Entities with the
 * same reasons are one problem, which the riskiest of them stands for.
 */
export function topRisks(scored: readonly Scored[], limit: number): TopRisk[] {
  const problems = new Map<string, TopRisk>();
  for (const row of [...scored].sort((a, b) => b.risk.score - a.risk.score || a.tier - b.tier || a.name.localeCompare(b.name))) {
    if (row.risk.score === 0) continue;
    const [why, fix] = [reasonsOf(row.risk), fixOf(row)];
    const key = JSON.stringify([row.of, why, fix]);
    const known = problems.get(key);
    if (known) known.others++;
    else problems.set(key, { ...row, why, fix, others: 0 });
  }
  return [...problems.values()].slice(0, limit);
}

function reasonsOf({ factors }: Risk): string[] {
  return [...factors]
    .filter(({ value, known }) => known && value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, MOST_REASONS)
    .map(({ reason }) => reason);
}

function fixOf({ of, risk: { factors } }: Scored): string {
  const applies = (factor: string, from: number): boolean =>
    factors.some((one) => one.factor === factor && one.known && one.value > 0 && one.value >= from);
  return FIXES.find((one) => one.of === of && applies(one.factor, one.from))?.fix ?? REST[of];
}
