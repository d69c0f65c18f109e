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
 * A rule made of two queries: the objects that it covers, and those among them that fail. The others pass, so every number of a suite opens as a
 * search. Neither query returns objects that the graph has no data about.
 */
export interface JudgedRule extends RuleTexts {
  /** Query of all objects that the rule evaluates. */
  population: string;
  /** Query whose subjects (identities, or the entities of an inventory query) fail. */
  failing: string;
  /** Why an object fails, as one sentence. */
  reason: string;
}

/** A rule that no data of a source answers and that needs manual evidence. */
export interface ManualRule extends RuleTexts {
  /** The evidence to keep. */
  evidence: string;
}

export type ComplianceRule = JudgedRule | ManualRule;

export function isJudged(rule: ComplianceRule): rule is JudgedRule {
  return 'failing' in rule;
}

/** Returns the cloud or directory of a rule. */
export function cloudOf({ population }: JudgedRule): string {
  return /\bcloudtype (\w+)/.exec(population)?.[1] ?? '';
}
