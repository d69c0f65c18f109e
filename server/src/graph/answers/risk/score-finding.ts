import type { RiskWeights, Severity } from '@cam/contracts/server';
import type { Tier } from '../../store/risk-rows';
import { impactOf, MODES, scoreOfIdentity, scoreOfResource, type Level, type Mode, type Way } from './score';
import type { StoredScore } from './store';
import type { FindingFactors } from './stored-factors';

/** The access of a subject to one resource of a finding. */
export interface FoundAccess {
  uri: string;
  name: string;
  type: string;
  tier: Tier;
  /** 0: none, 1: conditional, 2: unconditional. */
  modes: Readonly<Record<Mode, number>>;
}

/** The facts that the score of a finding depends on. */
export interface FindingFacts {
  severity: Severity;
  /** The score of the identity or resource that the finding is about; null: it has none. */
  subject: StoredScore | null;
  /** The resources that the finding covers; null: it is not about access. */
  access: readonly FoundAccess[] | null;
}

/** The score of a finding, as it is stored. */
export interface ScoredFinding {
  score: number;
  factors: FindingFactors;
}

const TIERS = [0, 1, 2, 3] as const;

/** Names in a reason. */
const MOST_NAMES = 3;

/** Resources that a query names one by one. */
const MOST_IN_QUERY = 10;

/** The impact of a subject that nobody can tell: the middle of the range. */
export const UNKNOWN_IMPACT = 0.5;

/**
 * Scores a finding. One about access has the factors of its identity, but the impact of the resources that it covers. Any other has the factors of its
 * subject. The severity of the guardrail lowers the result, and never raises it.
 */
export function scoreFinding({ severity, subject, access }: FindingFacts, weights: RiskWeights): ScoredFinding {
  const weight = weights.severity[SEVERITIES[severity]];
  const rest = { severity, weight };
  if (subject === null) return { score: Math.round(100 * UNKNOWN_IMPACT * weight), factors: { ...rest, tier: 3, subject: null, covers: null } };
  const { uri, type, tier } = subject;
  if (subject.kind === 'RESOURCE') {
    const { factors } = subject;
    const value = (way: Way): number => factors.ways[way]?.value ?? 0;
    const ways = { public: value('public'), external: value('external'), people: value('people'), programs: value('programs') };
    return {
      score: scoreOfResource(factors.tier, ways, weight),
      factors: { ...rest, tier, subject: { kind: 'RESOURCE', uri, type, factors }, covers: null },
    };
  }
  const factors = access === null ? subject.factors : { ...subject.factors, ...impactOfAccess(access, weights) };
  return {
    score: factors.level === null ? 0 : scoreOfIdentity(factors, weights, weight),
    factors: {
      ...rest,
      tier: access === null ? tier : access.reduce<Tier>((least, one) => (one.tier < least ? one.tier : least), 3),
      subject: { kind: 'IDENTITY', uri, type, factors },
      covers: access === null ? null : access.length <= MOST_IN_QUERY ? access.map(({ uri, type }) => ({ uri, type })) : [],
    },
  };
}

const SEVERITIES = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low' } as const satisfies Record<Severity, keyof RiskWeights['severity']>;

function impactOfAccess(access: readonly FoundAccess[], weights: RiskWeights) {
  const impact = impactOf(levelsOf(access), weights);
  if (impact === null) return { worst: 0, breadth: 0, level: null, names: [] };
  const { level, worst, breadth } = impact;
  const named = access
    .filter((one) => one.tier <= level.tier && strongest(one, level.mode) > 0)
    .sort((a, b) => a.tier - b.tier || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { worst, breadth, level, names: named.slice(0, MOST_NAMES).map(({ name }) => name) };
}

/** Returns every level at which the finding covers some access. */
function levelsOf(access: readonly FoundAccess[]): Level[] {
  return MODES.flatMap((mode) => {
    const counts = TIERS.map(() => ({ found: 0, conditional: 0 }));
    for (const one of access) {
      const most = strongest(one, mode);
      const count = counts[one.tier];
      if (most === 0 || !count) continue;
      count.found += 1;
      if (most === 1) count.conditional += 1;
    }
    const upTo = { found: 0, conditional: 0 };
    return TIERS.flatMap((tier): Level[] => {
      upTo.found += counts[tier]?.found ?? 0;
      upTo.conditional += counts[tier]?.conditional ?? 0;
      return upTo.found === 0 ? [] : [{ tier, mode, count: upTo.found, conditional: upTo.conditional === upTo.found }];
    });
  });
}

/** Returns how sure access of a kind is. Stronger kinds include the weaker ones. */
function strongest({ modes }: FoundAccess, mode: Mode): number {
  let most = 0;
  for (let index = MODES.indexOf(mode); index < MODES.length; index += 1) most = Math.max(most, modes[MODES[index] as Mode]);
  return most;
}
