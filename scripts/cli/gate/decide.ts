import type { WhatIfRow, WhatIfVerdict } from '@cam/contracts';
import type { Allowance, Condition, FailOn, Gate } from './gate-file';

/** A condition that a change meets, in words. */
export interface Failure {
  condition: FailOn;
  words: string;
}

export interface Decision {
  /** Null: there is no gate. */
  outcome: 'pass' | 'fail' | 'undecided' | null;
  failures: Failure[];
  /** Sentences that say why the outcome is not known, or would be. */
  doubts: string[];
}

/** A change with all that is known of it. */
export interface Tried {
  /** The verdicts of all sources: with unknown policies as wide as they may be, and as narrow. Both are the same when everything is known. */
  wide: readonly WhatIfVerdict[];
  narrow: readonly WhatIfVerdict[];
  /** Policies that are not known before the apply. */
  filled: readonly string[];
  /** One of them says who gets access, so that rows may appear with identities that neither verdict has. */
  admitsOthers: boolean;
  /** Changes of access that were not tried, with the reason. */
  untried: readonly string[];
}

const DAY = 24 * 60 * 60 * 1000;

/** Decides about a change. */
export function decide(gate: Gate, tried: Tried, now = new Date()): Decision {
  const { wide, narrow, filled, untried } = tried;
  const failures: Failure[] = [];
  const doubts = untried.map((reason) => `Not tried: ${reason}.`);
  for (const condition of gate.fail) {
    const { least, most } = boundsOf(condition, tried, gate, now);
    const words = WORDS[condition.on];
    if (least > 0) failures.push({ condition: condition.on, words: least === most ? words(least) : `at least ${words(least)}` });
    else if (most > 0) doubts.push(`Not known before the apply: whether ${QUESTIONS[condition.on]}. It depends on ${filled.join(', ')}.`);
  }
  const verdicts = gate.fail.length > 0 ? [...wide, ...narrow] : [];
  for (const verdict of verdicts) doubts.push(...openQuestions(verdict, gate), ...staleness(verdict, gate, now));
  const unique = [...new Set(doubts)];
  const isOpen = unique.length > 0 && gate.undecided === 'fail';
  return { outcome: gate.fail.length === 0 ? null : failures.length > 0 ? 'fail' : isOpen ? 'undecided' : 'pass', failures, doubts: unique };
}

/**
 * Returns how much meets a condition at least and at most, whatever the unknown policies will be: rows of access, or alerts.
 *
 * Access only grows from narrow to wide, so every policy gains at most what the wide one gains, and loses at most what the narrow one loses. A row that loses
 * more may turn from unknown use to known use. Guardrails may ask for what is missing as well as for what is there, so both verdicts say nothing about a
 * policy in between, unless no policy changes any access.
 */
function boundsOf(
  { on, severities }: Condition,
  { wide, narrow, filled, admitsOthers }: Tried,
  gate: Gate,
  now: Date,
): { least: number; most: number } {
  const valid = validAllowances(gate, now);
  const known = admitsOthers ? valid.filter(({ identity }) => identity === '*') : valid;
  const count = (verdicts: readonly WhatIfVerdict[], of: RowCondition, allow = valid): number =>
    verdicts.reduce((sum, verdict) => sum + counted(verdict, of, allow), 0);
  if (on === 'guardrails') {
    const raised = countAlerts(wide, severities);
    if (filled.length === 0) return { least: raised, most: raised };
    const canChange = count(wide, 'gained', []) + count(narrow, 'lost', []) > 0;
    return { least: 0, most: canChange ? Math.max(raised, countAlerts(narrow, severities), 1) : 0 };
  }
  const [most, least] = [count(wide, on), count(narrow, on)];
  if (filled.length === 0) return { least: most, most };
  if (on === 'gained') return { least, most: count(wide, on, known) };
  if (on !== 'unknown') return { least: most, most: least };
  const used = count(narrow, 'broken', []);
  return { least: Math.max(0, most - used), most: Math.max(most, least + used) };
}

function countAlerts(verdicts: readonly WhatIfVerdict[], severities: Condition['severities']): number {
  return verdicts
    .flatMap(({ guardrails }) => guardrails)
    .filter(({ severity }) => !severities || (severities as readonly string[]).includes(severity))
    .reduce((sum, { raised }) => sum + raised, 0);
}

/** The condition of a change whose outcome is not known, as the rest of a question. */
const QUESTIONS: Record<FailOn, string> = {
  gained: 'somebody would gain access',
  lost: 'somebody would lose access',
  broken: 'somebody would lose access that is in use',
  unknown: 'somebody would lose access whose use is unknown',
  guardrails: 'guardrails would raise alerts',
};

const WORDS: Record<FailOn, (count: number) => string> = {
  gained: (count) => `${rows(count)} would gain access`,
  lost: (count) => `${rows(count)} would lose access`,
  broken: (count) => `${rows(count)} would lose access that is in use`,
  unknown: (count) => `the use of lost access is unknown for ${rows(count)}`,
  guardrails: (count) => `guardrails would raise ${count} alert${count === 1 ? '' : 's'}`,
};

function rows(count: number): string {
  return `${count} row${count === 1 ? '' : 's'}`;
}

type RowCondition = Exclude<FailOn, 'guardrails'>;

const MATCHES: Record<RowCondition, (row: WhatIfRow) => boolean> = {
  gained: ({ gained }) => gained.total > 0,
  lost: ({ lost }) => lost.total > 0,
  broken: ({ use }) => use === 'USED',
  unknown: ({ use }) => use === 'UNKNOWN',
};

/** Counts the rows of a kind that nothing allows. Rows that the verdict counts but does not list are not allowed. */
function counted(verdict: WhatIfVerdict, on: RowCondition, allow: readonly Allowance[]): number {
  const allowed = verdict.rows.filter((row) => MATCHES[on](row) && allow.some((one) => covers(one, row)));
  return Math.max(0, verdict[on] - allowed.length);
}

function validAllowances({ allow }: Gate, now: Date): Allowance[] {
  const today = now.toISOString().slice(0, 10);
  return allow.filter(({ until }) => until === null || until >= today);
}

function covers({ identity, resource }: Allowance, row: WhatIfRow): boolean {
  return fits(identity, row.identity) && fits(resource, row.resource);
}

function fits(pattern: string, { name, uri }: { name: string; uri: string }): boolean {
  const expression = new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  );
  return expression.test(name) || expression.test(uri);
}

/** A verdict that is not complete proves nothing by its silence. */
function openQuestions({ account_name: account, is_complete: isComplete, guardrails_complete: areCompared }: WhatIfVerdict, gate: Gate): string[] {
  return [
    ...(isComplete ? [] : [`The change affects more access of ${account} than one verdict compares.`]),
    ...(areCompared || !gate.fail.some(({ on }) => on === 'guardrails') ? [] : [`Not all guardrails were compared for ${account}.`]),
  ];
}

function staleness({ account_name: account, taken_at: at }: WhatIfVerdict, { staleAfterDays: most }: Gate, now: Date): string[] {
  const days = Math.floor((now.getTime() - Date.parse(at)) / DAY);
  return most !== null && days >= most ? [`The snapshot of ${account} is ${days} day${days === 1 ? '' : 's'} old. Take a new one.`] : [];
}
