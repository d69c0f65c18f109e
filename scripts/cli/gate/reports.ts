import { changeOf, useOf, verdictText } from '../what-if-report';
import type { Decision, Tried } from './decide';

/** The forms of a report, besides the JSON of `--json`. */
export const REPORTS = ['text', 'markdown', 'sarif', 'junit'] as const;
export type ReportFormat = (typeof REPORTS)[number];

/** Lines of a comment on a pull request at most, and rows of access in it. */
const SHOWN = 30;

const TITLES = { pass: 'PASS', fail: 'FAIL', undecided: 'UNDECIDED' };

/** Returns a report about a change that was tried. */
export function reportOf(format: ReportFormat, decision: Decision, tried: Tried): string {
  return { text, markdown, sarif, junit }[format](decision, tried);
}

function text(decision: Decision, { wide }: Tried): string {
  const verdicts = wide.length === 0 ? ['The plan changes no access that CAM reads.'] : wide.map(verdictText);
  const { outcome, failures, doubts } = decision;
  const reasons = failures.length > 0 ? `: ${failures.map(({ words }) => words).join('; ')}.` : '';
  const ending = [...(outcome === null ? [] : [`${TITLES[outcome]}${reasons}`]), ...doubts];
  return [...verdicts, ...(ending.length > 0 ? ['', ...ending] : [])].join('\n');
}

/** A comment for a pull request: the outcome, the numbers, and the details folded away. */
function markdown(decision: Decision, { wide }: Tried): string {
  const numbers = wide.map(
    (one) =>
      `| ${cell(one.account_name)} | ${one.gained} | ${one.lost} | ${one.broken} | ${one.unknown} | ${one.guardrails.reduce((sum, { raised }) => sum + raised, 0)} |`,
  );
  const rows = wide.flatMap((verdict) => verdict.rows);
  const shown = rows
    .slice(0, SHOWN)
    .map((row) => `| ${cell(row.identity.name)} | ${cell(row.resource.name)} | ${cell(changeOf(row))} | ${cell(useOf(row))} |`);
  return [
    `### CAM: ${decision.outcome === null ? 'what the change does' : TITLES[decision.outcome]}`,
    '',
    ...decision.failures.map(({ words }) => `- ${words}`),
    ...decision.doubts.map((doubt) => `- ${cell(doubt)}`),
    ...(numbers.length === 0
      ? ['The plan changes no access that CAM reads.']
      : ['', '| account | gained | lost | in use | use unknown | alerts |', '| --- | --: | --: | --: | --: | --: |', ...numbers]),
    ...(shown.length === 0
      ? []
      : [
          '',
          `<details><summary>Access that changes: ${rows.length}</summary>`,
          '',
          '| identity | resource | access | use |',
          '| --- | --- | --- | --- |',
        ]),
    ...shown,
    ...(rows.length > SHOWN ? [`| and ${rows.length - SHOWN} more | | | |`] : []),
    ...(shown.length === 0 ? [] : ['', '</details>']),
  ].join('\n');
}

/** Text of the provider, such as names, in a cell of Markdown: no cell ends early, and nothing becomes a link or markup. */
function cell(value: string): string {
  return value.replace(/[\\`*_{}[\]<>#+!|@~-]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');
}

/**
 * A log for code scanning. Plans do not say in which line of which file a resource stands, so results have logical locations only.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
function sarif({ failures, doubts }: Decision, { wide }: Tried): string {
  const places = wide.map(({ account_name: name, account_id: id }) => ({ fullyQualifiedName: id, name, kind: 'resource' }));
  const result = (ruleId: string, level: 'error' | 'warning', words: string) => ({
    ruleId,
    level,
    message: { text: words },
    locations: [{ logicalLocations: places }],
  });
  const results = [
    ...failures.map((one) => result(one.condition, 'error', one.words)),
    ...doubts.map((words) => result('undecided', 'warning', words)),
  ];
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) => ({ id }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'CAM', rules } }, results }],
  };
  return JSON.stringify(log, null, 2);
}

/** A report of tests: one for each source, and one for the decision. */
function junit(decision: Decision, { wide }: Tried): string {
  const cases = [
    ...wide.map(
      (verdict) =>
        `    <testcase classname="cam.what-if" name="${xml(verdict.account_name)}"><system-out>${xml(verdictText(verdict))}</system-out></testcase>`,
    ),
    ...(decision.outcome === 'pass' ? ['    <testcase classname="cam.gate" name="gate"/>'] : []),
    ...decision.failures.map(({ condition, words }) => failing(condition, words)),
    ...(decision.outcome === 'undecided' ? decision.doubts.map((words) => failing('undecided', words)) : []),
  ];
  const failed = decision.failures.length + (decision.outcome === 'undecided' ? decision.doubts.length : 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites><testsuite name="CAM" tests="${cases.length}" failures="${failed}">`,
    ...cases,
    '</testsuite></testsuites>',
  ].join('\n');
}

function failing(name: string, words: string): string {
  return `    <testcase classname="cam.gate" name="${xml(name)}"><failure message="${xml(words)}"/></testcase>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML, and leaves out the control characters that XML does not allow. */
function xml(value: string): string {
  return value.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
