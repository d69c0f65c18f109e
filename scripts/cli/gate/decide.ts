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
  /**
   * The verdicts of all sources: with unknown policies as wide as they may be, and as narrow. Both are the same when everything is known. Access only
   * grows from narrow to wide, so a condition that both meet is met whatever the policies will be.
   */
  wide: readonly WhatIfVerdict[];
  narrow: readonly WhatIfVerdict[];
  /** Policies that are not known before the apply. */
  filled: readonly string[];
  /** Changes of access that were not tried, with the reason. */
  untried: readonly string[];
}

const DAY = 24 * 60 * 60 * 1000;

/** Decides about a change. */
export function decide(gate: Gate, { wide, narrow, filled, untried }: Tried, now = new Date()): Decision {
  const failures: Failure[] = [];
  const doubts = untried.map((reason) => `Not tried: ${reason}.`);
  for (const condition of gate.fail) {
    const counts = [wide, narrow].map((verdicts) => countOf(condition, verdicts, gate, now));
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    const words = WORDS[condition.on];
    if (least > 0) failures.push({ condition: condition.on, words: least === most ? words(least) : `at least ${words(least)}` });
    else if (most > 0) doubts.push(`Not known before the apply: whether ${words(most)}. It depends on ${filled.join(', ')}.`);
  }
  const verdicts = gate.fail.length > 0 ? [...wide, ...narrow] : [];
  for (const verdict of verdicts) doubts.push(...openQuestions(verdict, gate), ...staleness(verdict, gate, now));
  const unique = [...new Set(doubts)];
  const isOpen = unique.length > 0 && gate.undecided === 'fail';
  return { outcome: gate.fail.length === 0 ? null : failures.length > 0 ? 'fail' : isOpen ? 'undecided' : 'pass', failures, doubts: unique };
}

/** Counts what meets a condition: rows of access, or alerts. */
function countOf(condition: Condition, verdicts: readonly WhatIfVerdict[], gate: Gate, now: Date): number {
  const { on, severities } = condition;
  if (on !== 'guardrails') return verdicts.reduce((sum, verdict) => sum + counted(verdict, on, gate.allow, now), 0);
  return verdicts
    .flatMap(({ guardrails }) => guardrails)
    .filter(({ severity }) => !severities || (severities as readonly string[]).includes(severity))
    .reduce((sum, { raised }) => sum + raised, 0);
}

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

const MATCHES: Record<Exclude<FailOn, 'guardrails'>, (row: WhatIfRow) => boolean> = {
  gained: ({ gained }) => gained.total > 0,
  lost: ({ lost }) => lost.total > 0,
  broken: ({ use }) => use === 'USED',
  unknown: ({ use }) => use === 'UNKNOWN',
};

/** Counts the rows of a kind that nothing allows. Rows that the verdict counts but does not list are not allowed. */
function counted(verdict: WhatIfVerdict, on: Exclude<FailOn, 'guardrails'>, allow: readonly Allowance[], now: Date): number {
  const today = now.toISOString().slice(0, 10);
  const valid = allow.filter(({ until }) => until === null || until >= today);
  const allowed = verdict.rows.filter((row) => MATCHES[on](row) && valid.some((one) => covers(one, row)));
  return Math.max(0, verdict[on] - allowed.length);
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
