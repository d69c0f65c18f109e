import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, Proof } from '@cam/checker';
import { dice } from './support/differential';
import { FALSIFIED } from './support/falsified-proofs';
import { referenceDecision, type ReferenceCase } from './support/aws-reference';
import { forged, forgeries } from './support/forged-proofs';
import { randomCase } from './support/random-aws-case';
import { toReference } from './support/random-aws-reference';
import { type Place, weakenedChecker, type WeakenedChecker } from './support/weakened-checker';

const FOLDER = join(__dirname, '../../docs/proof/examples');
const CASES = 4000;

/** A request that nothing but the condition of one statement decides. */
const EASY: ReferenceCase = {
  ...{ identity: [], boundary: null, session: null, scps: [], rcps: [], endpoint: [], resource: null },
  request: {
    principal: 'arn:aws:iam::111122223333:user/u1',
    action: 's3:GetObject',
    resource: 'arn:aws:s3:::b1/x',
    resourceAccount: '111122223333',
    context: new Map(),
  },
};

const [EARLY, LATE] = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'];

/** Operator, value in the policy and value in the request, which do not fit together. */
const CONDITIONS: [operator: string, wanted: unknown, given: string][] = [
  ...[['NumericEquals', '1', '2'], ['NumericLessThan', '1', '1'], ['NumericLessThanEquals', '1', '2'], ['NumericGreaterThan', '1', '1'], ['NumericGreaterThanEquals', '2', '1']] as [string, string, string][],
  ...[['DateEquals', EARLY, LATE], ['DateLessThan', EARLY, EARLY], ['DateLessThanEquals', EARLY, LATE], ['DateGreaterThan', EARLY, EARLY], ['DateGreaterThanEquals', LATE, EARLY]] as [string, string, string][],
  ['StringEquals', { no: 'text' }, 'a'],
]; // prettier-ignore

/** A question to the checker, with what it says about it. */
interface Question {
  name: string;
  ask: (checker: WeakenedChecker['checker']) => string;
  answer: string;
}

function verdict({ complete, replay }: WeakenedChecker['checker'], proof: Proof, isForged: boolean): string {
  try {
    // A forger lets the checker say what follows, so that nothing but the rules can refuse.
    replay((isForged ? { ...proof, ...complete(proof) } : proof) as unknown as Json);
    return 'valid';
  } catch (error) {
    const { place = 'crash', message } = error as { place?: string; message: string };
    return `${(error as object).constructor.name} ${place} ${message}`;
  }
}

/** Returns the proofs of the examples, and each of them changed in all known ways. */
function proofs(): { name: string; proof: Proof; isForged: boolean }[] {
  const found: { name: string; proof: Proof; isForged: boolean }[] = [];
  for (const file of readdirSync(FOLDER).filter((name) => !['expected.json', 'keys.json'].includes(name))) {
    const envelope = readFileSync(join(FOLDER, file), 'utf8');
    const { payload } = JSON.parse(envelope) as { payload: string };
    const text = Buffer.from(payload, 'base64').toString();
    found.push({ name: file, proof: JSON.parse(text) as Proof, isForged: false });
    if (/^(?:invalid|not)-/.test(file)) continue;
    const changed = (way: string, change: (proof: Proof) => unknown): void => {
      const copy = JSON.parse(text) as Proof;
      if (change(copy) !== null) found.push({ name: `${file} with ${way}`, proof: copy, isForged: false });
    };
    for (const [way, forge] of forgeries(JSON.parse(text) as Proof)) {
      const proof = forged(JSON.parse(text) as Proof, forge);
      found.push({ name: `${file}: ${way}`, proof, isForged: true });
      if (!/^(?:fact|document) /.test(way)) found.push({ name: `${file}: ${way}, as it is`, proof, isForged: false });
    }
    for (const [way, falsify] of Object.entries(FALSIFIED)) changed(way, (copy) => falsify(copy, dice(1)));
    for (const [index, { from }] of (JSON.parse(text) as Proof).steps.entries()) {
      for (const at of from.keys()) {
        if (at > 4 && at < from.length - 3) continue;
        changed(`part ${at} of step ${index} left out`, ({ steps }) => steps[index]?.from.splice(at, 1));
        changed(`part ${at} of step ${index} twice`, ({ steps }) => steps[index]?.from.splice(at, 0, steps[index]?.from[at] ?? ''));
        for (const other of [...from.slice(0, 2), 's1', 's2', 'f1', 'f2'])
          changed(`${other} as part ${at} of step ${index}`, ({ steps }) => ((steps[index] as { from: string[] }).from[at] = other));
      }
    }
  }
  return found;
}

function questions(): Omit<Question, 'answer'>[] {
  const ofProofs = proofs().map(({ name, proof, isForged }) => ({
    name,
    ask: (checker: WeakenedChecker['checker']) => verdict(checker, proof, isForged),
  }));
  const operators = CONDITIONS.map(([operator, wanted, given]) => {
    const request = { ...EASY.request, context: new Map([['x:key', [given]]]) };
    const statement = { Effect: 'Allow' as const, Action: '*', Resource: '*', Condition: { [operator]: { 'x:key': wanted } } };
    const one = { ...EASY, identity: [{ Version: '2012-10-17', Statement: [statement] }], request };
    return { name: `${operator} of ${given}`, ask: (checker: WeakenedChecker['checker']) => referenceDecision(one, checker) };
  });
  const cases = Array.from({ length: CASES }, (_none, seed) => {
    const given = toReference(randomCase(dice(seed + 1), seed + 1));
    return { name: `random request ${seed + 1}`, ask: (checker: WeakenedChecker['checker']) => referenceDecision(given, checker) };
  });
  return [...ofProofs, ...cases, ...operators];
}

it('each place where the checker refuses something is needed: if it accepts everything, some example, falsified proof or request has another outcome', async () => {
  const weakened = await weakenedChecker();
  const { checker, places } = weakened;
  expect(places.length).toBeGreaterThan(150);
  const asking = new Map<Place, Question[]>(places.map((place) => [place, []]));
  for (const question of questions()) {
    const answered = { ...question, answer: question.ask(checker) };
    // A forger who changes nothing makes a valid proof, so the other forgeries fail for what they change.
    if (question.name.endsWith(': nothing')) expect([question.name, answered.answer]).toEqual([question.name, 'valid']);
    const [decisive, ...others] = weakened.asked();
    // Questions that a place decided most likely have another outcome without it, so they are asked first.
    if (decisive !== undefined) asking.get(decisive)?.unshift(answered);
    for (const place of others) asking.get(place)?.push(answered);
  }
  const missed: string[] = [];
  for (const [place, asked] of asking) {
    weakened.weaken(place);
    if (!asked.some(({ ask, answer }) => ask(checker) !== answer)) missed.push(place);
  }
  expect(missed).toEqual([]);
}, 600_000);
