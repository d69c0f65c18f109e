import { typeName, type FailedObject, type PartialReason, type Rule } from '@cam/contracts/server';
import type { SubjectRow } from '../../graph';
import type { FileReply } from '../../platform/http/file-reply';
import { partialFacts } from '../../platform/http/partial-results';
import { WorkbookWriter, XLSX_TYPE, type SheetColumn } from '../../platform/files/xlsx/workbook-writer';
import { byControl } from './by-control';
import { isCounted, totalsOf, toRule, type Evaluated } from './evaluated';
import { FRAMEWORKS } from './rules/controls';
import { isJudged } from './rules/rule';
import type { ComplianceSuite } from './rules/suites';

const SEVERITY = { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' } as const;

const NEEDS_EVIDENCE = 'Needs manual evidence';

/** Returns the state of a rule in words. */
export function stateOf({ manual, failed_count: failed, total_count: total }: Rule): string {
  if (manual) return NEEDS_EVIDENCE;
  if (total === 0) return 'Nothing to assess';
  return failed > 0 ? 'Fails' : 'Passes';
}

const severityOf = ({ severity }: Rule): string => SEVERITY[severity as keyof typeof SEVERITY] ?? severity;

const moment = (text: string | null): Date | null => (text === null ? null : new Date(text));

const RULE_FACTS = (
  [
    { title: 'Severity', width: 10, value: severityOf },
    { title: 'Rule', width: 60, value: (row) => row.name },
    { title: 'Category', width: 22, value: (row) => row.category },
    { title: 'State', width: 22, value: stateOf },
    { title: 'Failed', width: 10, value: (row) => row.failed_count },
    { title: 'Passed', width: 10, value: (row) => row.passed_count },
    { title: 'Dismissed', width: 10, value: (row) => row.dismissed_count },
    { title: 'Excluded', width: 10, value: (row) => row.excluded_count },
    { title: 'Total', width: 10, value: (row) => row.total_count },
    { title: 'Last status change (UTC)', width: 22, value: (row) => moment(row.last_status_change) },
    { title: 'Query', width: 60, value: (row) => row.query },
    {
      title: 'Controls',
      width: 40,
      value: (row) => row.controls.map(({ framework, control }) => `${framework} ${control}`).join('; '),
    },
  ] satisfies SheetColumn<Rule>[]
).map((column): SheetColumn<Evaluated> => ({ ...column, value: (row) => column.value(toRule(row)) }));

const RULES: readonly SheetColumn<Evaluated>[] = [
  ...RULE_FACTS,
  { title: 'Remediation', width: 60, value: ({ rule }) => rule.remediation },
  { title: 'Failing since (UTC)', width: 18, value: ({ objects }) => earliest(objects) },
];

/** Returns when the oldest current failure began; null without failures. */
function earliest(objects: readonly FailedObject[]): Date | null {
  const times = objects.flatMap(({ status, failing_since: at }) => (isCounted({ status }) && at !== null ? [at] : [])).sort();
  return moment(times[0] ?? null);
}

/** An object that passes a rule. */
export interface PassingObject extends SubjectRow {
  rule: string;
}

/** A connected account with the time of its last snapshot; null: none yet. */
export interface AssessedAccount {
  account_id: string;
  account_name: string;
  cloud_type: string;
  last_snapshot_time: string | null;
}

const regionOf = (region: string): string => (['', '-', '0'].includes(region) ? 'Global' : region);

const PASSING: readonly SheetColumn<PassingObject>[] = [
  { title: 'Rule', width: 60, value: (row) => row.rule },
  { title: 'Object', width: 40, value: (row) => row.name },
  { title: 'Type', width: 20, value: (row) => typeName(row.type) },
  { title: 'Source', width: 26, value: (row) => row.account_name },
  { title: 'Account ID', width: 20, value: (row) => row.account_id },
  { title: 'Region', width: 16, value: (row) => regionOf(row.region) },
  { title: 'URI', width: 60, value: (row) => row.uri },
];

const ACCOUNTS: readonly SheetColumn<AssessedAccount>[] = [
  { title: 'Source', width: 40, value: (row) => row.account_name },
  { title: 'Account ID', width: 40, value: (row) => row.account_id },
  { title: 'Cloud', width: 14, value: (row) => row.cloud_type },
  { title: 'Last snapshot (UTC)', width: 22, value: (row) => moment(row.last_snapshot_time) },
  { title: 'Assessed', width: 22, value: (row) => (row.last_snapshot_time === null ? 'No, no snapshot yet' : 'Yes') },
];

/** A control with one of its rules; null: it has none. */
interface ControlLine {
  control: string;
  title: string;
  rule: Rule | null;
  evidence: string;
}

const CONTROLS: readonly SheetColumn<ControlLine>[] = [
  { title: 'Control', width: 12, value: (row) => row.control },
  { title: 'Requirement', width: 60, value: (row) => row.title },
  { title: 'Rule', width: 60, value: (row) => row.rule?.name ?? '' },
  { title: 'Severity', width: 10, value: (row) => (row.rule ? severityOf(row.rule) : '') },
  { title: 'State', width: 22, value: (row) => (row.rule ? stateOf(row.rule) : NEEDS_EVIDENCE) },
  { title: 'Failed', width: 10, value: (row) => row.rule?.failed_count ?? null },
  { title: 'Passed', width: 10, value: (row) => row.rule?.passed_count ?? null },
  { title: 'Evidence to keep', width: 60, value: (row) => row.evidence },
];

function controlLines(suite: ComplianceSuite, evaluated: readonly Evaluated[]): ControlLine[] {
  return byControl(suite, evaluated).flatMap(({ control, title, evidence, evaluated: rules }): ControlLine[] =>
    rules.length === 0
      ? [{ control, title, rule: null, evidence }]
      : rules.map((one) => ({ control, title, rule: toRule(one), evidence: isJudged(one.rule) ? '' : one.rule.evidence })),
  );
}

const STATUS = { OPEN: 'Open', DISMISSED: 'Dismissed', REMEDIATED: 'Waiting for the next snapshot', EXCLUDED: 'Excluded' } as const;

const OBJECTS: readonly SheetColumn<FailedObject & { rule: string }>[] = [
  { title: 'Rule', width: 60, value: (row) => row.rule },
  { title: 'Object', width: 40, value: (row) => row.object_name },
  { title: 'Type', width: 20, value: (row) => typeName(row.object_type) },
  { title: 'Source', width: 26, value: (row) => row.account_name },
  { title: 'Account ID', width: 20, value: (row) => row.account_id },
  { title: 'Region', width: 16, value: (row) => regionOf(row.region) },
  { title: 'Reason', width: 60, value: (row) => row.reason },
  { title: 'Failing since (UTC)', width: 18, value: (row) => moment(row.failing_since) },
  { title: 'Status', width: 14, value: (row) => STATUS[row.status] },
  { title: 'Status changed by', width: 26, value: (row) => row.status_changed_by },
  { title: 'Status changed (UTC)', width: 18, value: (row) => moment(row.status_changed_at) },
  { title: 'URI', width: 60, value: (row) => row.object_uri },
];

/** A suite with everything that its report contains. */
export interface SuiteReport {
  suite: ComplianceSuite;
  evaluated: Evaluated[];
  /** The connected accounts that the report is about. */
  accounts: readonly AssessedAccount[];
  passing: AsyncIterable<PassingObject[]>;
  /** Why failures may be missing. */
  partial: PartialReason[];
}

/**
 * Returns the report of a suite: its summary, its rules and controls, all failed objects including dismissed ones, all passing objects, and the
 * assessed accounts.
 * @param accountId the account filter; null: all accounts
 */
export async function complianceReport({ suite, evaluated, accounts, passing, partial }: SuiteReport, accountId: string | null): Promise<FileReply> {
  const bytes: Buffer[] = [];
  const workbook = new WorkbookWriter(async (part) => void bytes.push(part));
  const totals = totalsOf(evaluated);
  await workbook.facts('Summary', [
    ['Suite', suite.name],
    ['Description', suite.description],
    ...(suite.framework ? [['Framework', FRAMEWORKS[suite.framework]] as const] : []),
    ['Account filter', accountId ?? 'All sources'],
    ['Created (UTC)', new Date()],
    ['Rules assessed', totals.total_tests],
    ['Failing', totals.failing_tests],
    ['Passing', totals.passing_tests],
    ['Not assessed', totals.not_judged_tests],
    ...partialFacts(partial),
  ]);
  await workbook.table('Rules', RULES, [evaluated]);
  const lines = controlLines(suite, evaluated);
  if (lines.length > 0) await workbook.table('Controls', CONTROLS, [lines]);
  await workbook.table('Failed objects', OBJECTS, [
    evaluated.flatMap(({ rule, objects }) => objects.map((object) => ({ ...object, rule: rule.name }))),
  ]);
  await workbook.table('Passing objects', PASSING, passing);
  await workbook.table('Assessed accounts', ACCOUNTS, [accounts]);
  await workbook.end();
  return { fileName: `report ${new Date().toISOString().slice(0, 10)}.xlsx`, contentType: XLSX_TYPE, buffer: Buffer.concat(bytes), partial };
}
