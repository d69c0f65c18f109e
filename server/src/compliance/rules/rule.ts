import type { Severity } from '@cam/contracts';

/** Frameworks whose controls rules speak to. */
export type Framework = 'CIS_AWS' | 'CIS_AZURE' | 'CIS_GCP' | 'SOC2' | 'ISO_27001' | 'NIST_CSF' | 'PCI_DSS';

/** The controls of a framework that a rule bears on, by their numbers. */
export type Controls = Partial<Record<Framework, string>>;

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

export type Cloud = 'AWS' | 'AZURE' | 'GCP';

/** How people call a cloud, and how ids and suites do. */
export const CLOUDS: readonly { cloud: Cloud; id: string; name: string; cis: Framework }[] = [
  { cloud: 'AWS', id: 'aws', name: 'AWS', cis: 'CIS_AWS' },
  { cloud: 'AZURE', id: 'azure', name: 'Azure', cis: 'CIS_AZURE' },
  { cloud: 'GCP', id: 'gcp', name: 'Google Cloud', cis: 'CIS_GCP' },
];
