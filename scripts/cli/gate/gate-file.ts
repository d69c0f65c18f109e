import { CliFailure } from '../failure';

/** The conditions that can fail a pipeline: access gained or lost, lost access that is in use or whose use is unknown, guardrails that would raise alerts. */
export const FAIL_ON = ['gained', 'lost', 'broken', 'unknown', 'guardrails'] as const;
export type FailOn = (typeof FAIL_ON)[number];

const SEVERITIES = ['HIGH', 'MEDIUM', 'LOW'] as const;
type Severity = (typeof SEVERITIES)[number];

/** A condition under which a change fails. */
export interface Condition {
  on: FailOn;
  /** For guardrails: the severities that count. */
  severities?: readonly Severity[];
}

/** Access that may change: rows of these identities and resources do not count. `*` stands for any characters. */
export interface Allowance {
  identity: string;
  resource: string;
  reason: string;
  /** Last day, YYYY-MM-DD; null: no end. */
  until: string | null;
}

/** The conditions under which a change fails, and the exceptions to them. */
export interface Gate {
  fail: readonly Condition[];
  allow: readonly Allowance[];
  /** Decides about changes that cannot be decided, and about changes of access that CAM does not read. */
  undecided: 'fail' | 'pass';
  /** Age of a snapshot after which nothing is decided, days; null: any. */
  staleAfterDays: number | null;
}

/** Lets everything through that fails on none of these conditions. */
export function gateOf(fail: readonly FailOn[]): Gate {
  return { fail: fail.map((on) => ({ on })), allow: [], undecided: 'fail', staleAfterDays: null };
}

/** Reads a comma-separated list of conditions. @throws CliFailure for an unknown word */
export function parseFailOn(words: string): FailOn[] {
  return words.split(',').map((word) => failOn(word.trim()));
}

/**
 * Reads a gate file.
 * @throws CliFailure for text that is no gate file; unknown fields are refused, because a misspelled one would let everything through
 */
export function parseGate(text: string): Gate {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new CliFailure(`The gate file is not valid JSON: ${(error as Error).message}`);
  }
  const { fail, allow = [], undecided = 'fail', stale_after_days: stale = null } = fields(file, 'The gate file', FILE);
  if (!Array.isArray(fail) || fail.length === 0) throw new CliFailure(`The gate file has no list "fail". Write conditions such as ${EXAMPLE}.`);
  if (undecided !== 'fail' && undecided !== 'pass') throw new CliFailure('"undecided" is neither "fail" nor "pass".');
  if (!Array.isArray(allow)) throw new CliFailure('"allow" is not a list.');
  if (stale !== null && !(typeof stale === 'number' && stale > 0)) throw new CliFailure('"stale_after_days" is not a number of days.');
  return { fail: fail.map(conditionOf), allow: allow.map(allowanceOf), undecided, staleAfterDays: stale };
}

const FILE = ['fail', 'allow', 'undecided', 'stale_after_days'];
const EXAMPLE = '["gained", "broken", {"guardrails": ["HIGH"]}]';

function conditionOf(given: unknown): Condition {
  if (typeof given === 'string') return { on: failOn(given) };
  const { guardrails: severities } = fields(given, 'A condition', ['guardrails']);
  if (!Array.isArray(severities) || severities.length === 0 || !severities.every((one) => SEVERITIES.includes(one as Severity)))
    throw new CliFailure(`"guardrails" of a condition is a list of ${SEVERITIES.join(', ')}.`);
  return { on: 'guardrails', severities: severities as Severity[] };
}

function allowanceOf(given: unknown, index: number): Allowance {
  const name = `Entry ${index + 1} of "allow"`;
  const { identity = '*', resource = '*', reason, until = null } = fields(given, name, ['identity', 'resource', 'reason', 'until']);
  if (typeof identity !== 'string' || typeof resource !== 'string') throw new CliFailure(`${name} names its identity and resource as texts.`);
  if (identity === '*' && resource === '*') throw new CliFailure(`${name} allows everything. Name an identity or a resource.`);
  if (typeof reason !== 'string' || reason.trim() === '') throw new CliFailure(`${name} has no "reason".`);
  if (until !== null && !(typeof until === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(until)))
    throw new CliFailure(`${name}: "until" is not a day YYYY-MM-DD.`);
  return { identity, resource, reason, until };
}

function fields(given: unknown, name: string, known: readonly string[]): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new CliFailure(`${name} is not a JSON object.`);
  const unknown = Object.keys(given).find((field) => !known.includes(field));
  if (unknown !== undefined) throw new CliFailure(`${name} has the unknown field "${unknown}". Known are: ${known.join(', ')}.`);
  return given as Record<string, unknown>;
}

function failOn(word: string): FailOn {
  if ((FAIL_ON as readonly string[]).includes(word)) return word as FailOn;
  throw new CliFailure(`Unknown condition "${word}". Use: ${FAIL_ON.join(', ')}.`);
}
