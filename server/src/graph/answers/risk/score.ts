import type { RiskWeights } from '@cam/contracts/server';
import type { Tier } from '../../store/risk-rows';

/** Kinds of access from the weakest to the strongest. A level includes the stronger ones. */
export const MODES = ['read', 'write', 'admin'] as const;
export type Mode = (typeof MODES)[number];

/** The resources that an identity can access at a tier and a kind of access, or at more important tiers and stronger kinds. */
export interface Level {
  tier: Tier;
  mode: Mode;
  /** The number of resources; never 0. */
  count: number;
  /** True when every such access holds only under conditions. */
  conditional: boolean;
}

/** The worst level within reach of an identity, with the two parts of its impact. */
export interface Impact {
  level: Level;
  /** Weight of the tier, the kind of access and its conditions. */
  worst: number;
  /** Addition for the number of resources. */
  breadth: number;
}

/** Rounds a factor to two decimals, so that the score can be computed again from the factors that a user sees. */
export function rounded(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}

/**
 * Returns the worst level. Levels include more important tiers and stronger kinds of access, so more access or a more important tier never
 * lowers the result.
 * @returns null when nothing is within reach
 */
export function impactOf(levels: readonly Level[], weights: RiskWeights): Impact | null {
  let found: Impact | null = null;
  for (const level of levels) {
    const worst = rounded((weights.tiers[level.tier] ?? 0) * weights.modes[level.mode] * (level.conditional ? weights.conditional : 1));
    const breadth = rounded(weights.breadth * Math.log10(level.count));
    if (found === null || total({ worst, breadth }) > total(found)) found = { level, worst, breadth };
  }
  return found;
}

function total({ worst, breadth }: Pick<Impact, 'worst' | 'breadth'>): number {
  return Math.min(1, worst + breadth);
}

/** The use of what an identity can access, where a log would show it. */
export interface Use {
  /** Resources whose use within 90 days a log would show. */
  judged: number;
  /** Those of them without any use. */
  unused: number;
}

/** Returns the share that is not used; without a log, the value for unknown disuse. */
export function disuseOf({ judged, unused }: Use, weights: RiskWeights): number {
  return rounded(judged === 0 ? weights.disuse.unknown : unused / judged);
}

/**
 * Returns the risk of an identity, 0 to 100. Access that nobody uses counts most, because removing it costs nothing.
 * @param factors rounded by `rounded`
 * @param severity weight of the severity of a finding
 */
export function scoreOfIdentity(
  factors: { worst: number; breadth: number; exposure: number; disuse: number },
  weights: RiskWeights,
  severity = 1,
): number {
  const { base } = weights.disuse;
  return Math.round(100 * total(factors) * factors.exposure * (base + (1 - base) * factors.disuse) * severity);
}

/** The groups of identities that reach a resource. */
export const WAYS = ['public', 'external', 'people', 'programs'] as const;
export type Way = (typeof WAYS)[number];

/**
 * Returns the risk to a resource, 0 to 100: the weight of its tier times the chance-like sum of the ways in.
 * @param ways for each group, the highest product of exposure and access; 0: the group has no access
 * @param severity weight of the severity of a finding
 */
export function scoreOfResource(tier: number, ways: Readonly<Record<Way, number>>, severity = 1): number {
  return Math.round(100 * tier * (1 - WAYS.reduce((rest, way) => rest * (1 - ways[way]), 1)) * severity);
}
