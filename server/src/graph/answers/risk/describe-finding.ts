import type { Risk, RiskFactor, Severity } from '@cam/contracts/server';
import { describe, type DescribedScore } from './describe';
import { UNKNOWN_IMPACT, type ScoredFinding } from './score-finding';

const SEVERITIES: Record<Severity, string> = { HIGH: 'high', MEDIUM: 'medium', LOW: 'low' };

/** Returns the score of a finding with its factors, each with its reason and its query. */
export function describeFinding({ score, factors }: ScoredFinding, tierNames: readonly string[]): Risk {
  const { subject, severity, weight, tier, covers } = factors;
  const rest: RiskFactor = {
    ...{ factor: 'SEVERITY', name: 'Severity', value: weight, known: true, query: '' },
    reason: `The finding has ${SEVERITIES[severity]} severity.`,
  };
  if (subject === null) return { score, factors: [UNKNOWN, rest] };
  const described: DescribedScore = { ...subject, score, tier };
  return { score, factors: [...describe(described, tierNames, covers).factors, rest] };
}

const UNKNOWN: RiskFactor = {
  ...{ factor: 'IMPACT', name: 'Impact', value: UNKNOWN_IMPACT, known: false, query: '' },
  reason: 'The entity has no risk score, so the middle of the range applies.',
};
