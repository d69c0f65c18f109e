import type { SuiteControl } from '@cam/contracts/server';
import { totalsOf, type Evaluated } from './evaluated';
import { CONTROL_TITLES, isReadByControl } from './rules/control-titles';
import { numbersOf } from './rules/controls';
import type { ComplianceSuite } from './rules/suites';

/** A control of a suite's framework with the rules that are evidence for it. */
export interface EvaluatedControl {
  control: string;
  title: string;
  evaluated: Evaluated[];
}

/** The controls of a suite in the order of its framework; none where it is not read control by control. */
export function byControl({ framework }: ComplianceSuite, evaluated: readonly Evaluated[]): EvaluatedControl[] {
  if (!isReadByControl(framework)) return [];
  return Object.entries(CONTROL_TITLES[framework]).map(([control, title]) => ({
    control,
    title,
    evaluated: evaluated.filter(({ rule }) => numbersOf(rule.controls, framework).includes(control)),
  }));
}

export function toSuiteControl({ control, title, evaluated }: EvaluatedControl): SuiteControl {
  return { control, title, rule_ids: evaluated.map(({ rule }) => rule.id), ...totalsOf(evaluated) };
}
