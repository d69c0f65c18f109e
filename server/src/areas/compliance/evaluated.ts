import type { FailedObject, Rule, Suite } from '@cam/contracts/server';
import type { SubjectRow } from '../../graph';
import type { RuleExclusion } from '../exclusions';
import type { Exception } from './exceptions';
import { FRAMEWORKS, numbersOf, type Framework } from './rules/controls';
import { isJudged, type ComplianceRule } from './rules/rule';
import type { RuleCounts } from './tables';

/** A rule with the objects that fail it. */
export interface Evaluated {
  rule: ComplianceRule;
  objects: FailedObject[];
  total: number;
  lastStatusChange: string | null;
  /** Time at which an object last started to fail the rule. */
  lastFailed: string | null;
}

export type Totals = Pick<Suite, 'total_tests' | 'failing_tests' | 'passing_tests' | 'not_judged_tests'>;

/** The decision that counts for a failed object: a user's own about it, or the exclusion that covers it. */
export function decisionOf(
  exception: Exception | undefined,
  exclusion: RuleExclusion | undefined,
): Pick<FailedObject, 'status' | 'status_changed_by' | 'status_changed_at'> {
  if (exception) return { status: exception.status, status_changed_by: exception.by, status_changed_at: exception.at.toISOString() };
  if (exclusion) return { status: 'EXCLUDED', status_changed_by: exclusion.owner, status_changed_at: exclusion.at.toISOString() };
  return { status: 'OPEN', status_changed_by: '', status_changed_at: null };
}

export function toObject(subject: SubjectRow, rule: ComplianceRule, decision: ReturnType<typeof decisionOf>): FailedObject {
  return {
    object_uri: subject.uri,
    object_name: subject.name,
    object_type: subject.type,
    account_id: subject.account_id,
    account_name: subject.account_name,
    region: subject.region,
    reason: isJudged(rule) ? rule.reason : '',
    ...decision,
    failing_since: null,
  };
}

/** Reports whether a failed object counts: nobody dismissed it, and no exclusion covers it. */
export function isCounted({ status }: Pick<FailedObject, 'status'>): boolean {
  return status !== 'DISMISSED' && status !== 'EXCLUDED';
}

/** Counts failed objects that are neither dismissed nor excluded. */
export function openCount(objects: readonly FailedObject[]): number {
  return objects.filter(isCounted).length;
}

/** Reports whether the rule had objects to evaluate. */
export function isAnswered({ rule, total, objects }: Pick<Evaluated, 'rule' | 'total' | 'objects'>): boolean {
  return isJudged(rule) && (total > 0 || objects.length > 0);
}

export function countsOf({ objects, total }: Pick<Evaluated, 'objects' | 'total'>): RuleCounts {
  const failed = openCount(objects);
  return [failed, objects.length - failed, Math.max(0, total - objects.length)];
}

export function totalsOf(evaluated: readonly Evaluated[]): Totals {
  const judged = evaluated.filter(isAnswered);
  const failing = judged.filter(({ objects }) => openCount(objects) > 0).length;
  return {
    total_tests: judged.length,
    failing_tests: failing,
    passing_tests: judged.length - failing,
    not_judged_tests: evaluated.length - judged.length,
  };
}

export function toRule(evaluated: Evaluated): Rule {
  const { rule, objects, total, lastStatusChange, lastFailed } = evaluated;
  const [failed, hidden, passed] = countsOf(evaluated);
  const excluded = objects.filter(({ status }) => status === 'EXCLUDED').length;
  return {
    id: rule.id,
    name: rule.name,
    severity: rule.severity,
    alert_type: 'ALERT_TYPE_GUARDRAIL',
    failed_count: failed,
    passed_count: passed,
    dismissed_count: hidden - excluded,
    excluded_count: excluded,
    total_count: Math.max(total, objects.length),
    manual: !isJudged(rule),
    controls: (Object.keys(rule.controls) as Framework[]).flatMap((framework) =>
      numbersOf(rule.controls, framework).map((control) => ({ framework: FRAMEWORKS[framework], control })),
    ),
    last_status_change: lastStatusChange,
    query: isJudged(rule) ? rule.failing : '',
    category: rule.category,
    last_alert_date: lastFailed,
  };
}
