import type { SuiteControl } from '@cam/contracts/server';
import { totalsOf, type Evaluated } from './evaluated';
import { CONTROL_EVIDENCE } from './rules/control-evidence';
import { CONTROL_TITLES, isReadByControl } from './rules/control-titles';
import { numbersOf } from './rules/controls';
import { isJudged } from './rules/rule';
import type { ComplianceSuite } from './rules/suites';

/** A control of a suite's framework with the rules that are its evidence, or with the evidence to keep if there are none. */
export interface EvaluatedControl {
  control: string;
  title: string;
  evidence: string;
  evaluated: Evaluated[];
}

/** Returns the controls of a suite in the order of its framework; none if the suite does not list controls. */
export function byControl({ framework }: ComplianceSuite, evaluated: readonly Evaluated[]): EvaluatedControl[] {
  if (!isReadByControl(framework)) return [];
  return Object.entries(CONTROL_TITLES[framework]).map(([control, title]) => ({
    control,
    title,
    evidence: CONTROL_EVIDENCE[framework][control] ?? '',
    evaluated: evaluated.filter(({ rule }) => numbersOf(rule.controls, framework).includes(control)),
  }));
}

/** Reports whether no data answers a rule of the control, or it has no rules. Manual evidence is needed then. */
export function isManual({ evaluated }: EvaluatedControl): boolean {
  return !evaluated.some(({ rule }) => isJudged(rule));
}

export function toSuiteControl(one: EvaluatedControl): SuiteControl {
  const { control, title, evidence, evaluated } = one;
  return { control, title, evidence, manual: isManual(one), rule_ids: evaluated.map(({ rule }) => rule.id), ...totalsOf(evaluated) };
}
