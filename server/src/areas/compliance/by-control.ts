import type { SuiteControl } from '@cam/contracts/server';
import { totalsOf, type Evaluated } from './evaluated';
import { CONTROL_EVIDENCE } from './rules/control-evidence';
import { CONTROL_TITLES, isReadByControl } from './rules/control-titles';
import { numbersOf } from './rules/controls';
import { isJudged } from './rules/rule';
import type { ComplianceSuite } from './rules/suites';

/** A control of a suite's framework with the rules that are evidence for it, or with what to keep where none is. */
export interface EvaluatedControl {
  control: string;
  title: string;
  evidence: string;
  evaluated: Evaluated[];
}

/** The controls of a suite in the order of its framework; none where it is not read control by control. */
export function byControl({ framework }: ComplianceSuite, evaluated: readonly Evaluated[]): EvaluatedControl[] {
  if (!isReadByControl(framework)) return [];
  return Object.entries(CONTROL_TITLES[framework]).map(([control, title]) => ({
    control,
    title,
    evidence: CONTROL_EVIDENCE[framework][control] ?? '',
    evaluated: evaluated.filter(({ rule }) => numbersOf(rule.controls, framework).includes(control)),
  }));
}

/** No data answers any of its rules, or it has none: somebody has to look. */
export function isManual({ evaluated }: EvaluatedControl): boolean {
  return !evaluated.some(({ rule }) => isJudged(rule));
}

export function toSuiteControl(one: EvaluatedControl): SuiteControl {
  const { control, title, evidence, evaluated } = one;
  return { control, title, evidence, manual: isManual(one), rule_ids: evaluated.map(({ rule }) => rule.id), ...totalsOf(evaluated) };
}
