import type { Dice } from '../../server/test/support/differential';

/** A real defect that an attack shows: the call, the request, the answer, and the rule that it breaks. */
export interface Finding {
  suite: string;
  rule: string;
  call: string;
  request: string;
  answer: string;
}

/** Settings of a run. */
export interface Attempt {
  tries: number;
  seed: number;
  dice: Dice;
  /** Answers later than this count as hangs, ms; null where a busy machine must not fail a test. */
  hang: number | null;
}

/** The result of a suite. */
export interface Outcome {
  tries: number;
  findings: Finding[];
  /** Measurements worth telling, in words. */
  figures?: string[];
}

/** A suite of attacks on a running target. */
export interface Suite<Target> {
  name: string;
  summary: string;
  /** Tries of a whole run. */
  tries: number;
  run: (target: Target, attempt: Attempt) => Promise<Outcome>;
}

/** Collects findings. It keeps one for each rule and call, because a defect usually shows in many requests. */
export class Findings {
  readonly #kept = new Map<string, Finding>();

  /** @param onNew is told of each finding that is kept, as soon as it is made */
  constructor(
    readonly suite: string,
    private readonly onNew?: (finding: Finding) => void,
  ) {}

  add(rule: string, call: string, request: unknown, answer: unknown): void {
    const key = `${rule} ${call}`;
    if (this.#kept.has(key)) return;
    const finding = { suite: this.suite, rule, call, request: short(request), answer: short(answer) };
    this.#kept.set(key, finding);
    this.onNew?.(finding);
  }

  /** Adds a finding unless the condition holds. */
  expect(holds: boolean, rule: string, call: string, request: unknown, answer: unknown): void {
    if (!holds) this.add(rule, call, request, answer);
  }

  get all(): Finding[] {
    return [...this.#kept.values()];
  }
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, (_key, one: unknown) => (one === undefined ? null : one)) ?? '');
  return text.length > 600 ? `${text.slice(0, 600)}...` : text;
}

/** Runs tasks with a limited number at a time. */
export async function inLanes<T>(lanes: number, tasks: Iterable<T>, run: (task: T) => Promise<void>): Promise<void> {
  const rest = tasks[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = rest.next(); !next.done; next = rest.next()) await run(next.value);
    }),
  );
}
