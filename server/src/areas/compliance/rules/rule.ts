import type { Severity } from '@cam/contracts';
import type { Controls } from './controls';

interface RuleTexts {
  id: string;
  name: string;
  severity: Severity;
  category: string;
  description: string;
  remediation: string;
  controls: Controls;
}

/**
 * A rule is two queries of the query language: whom it speaks of, and which of them fail. What passes is the difference, so that every number of a
 * suite opens as a search. Of what the graph does not know neither speaks.
 */
export interface JudgedRule extends RuleTexts {
  /** Query of everything that the rule judges. */
  population: string;
  /** Query whose subjects (identities, or the entities of an inventory query) fail. */
  failing: string;
  /** Why an object fails, one sentence. */
  reason: string;
}

/** A rule that no data of a source can answer: somebody has to look, and keep what they saw. */
export interface ManualRule extends RuleTexts {
  /** What to look at, and what to keep as evidence. */
  evidence: string;
}

export type ComplianceRule = JudgedRule | ManualRule;

export function isJudged(rule: ComplianceRule): rule is JudgedRule {
  return 'failing' in rule;
}

/** The cloud or directory that a rule looks at; each rule names one. */
export function cloudOf({ population }: JudgedRule): string {
  return /\bcloudtype (\w+)/.exec(population)?.[1] ?? '';
}
