import fc, { type Arbitrary } from 'fast-check';
import { shotOf, type ApiCall, type CallValues } from './api-document';
import type { Hit, Shot } from './attacked';
import { harvest, valuesOf } from './harvest';
import { SCOPES } from '@cam/contracts/server';
import type { Instance } from './instance';
import { mutatedValues, ODD_TEXTS, type Schema, type Words } from './schema-values';
import { Findings, inLanes, type Suite } from './suite';

const NAME = 'fuzz';
/** Calls at a time. More would measure the queue of the server instead of its answers. */
const LANES = 2;
/** Each rotation seals every secret of the installation again, so a few show as much as many. */
const FEW: Readonly<Record<string, number>> = { 'POST /v1/operator/secrets/rotate': 3 };

/** Bodies that no program writes, but that a client can send. */
const RAW_BODIES: readonly string[] = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '[',
    'null',
    'true',
    '0',
    '"x"',
    '[]',
    '[[]]',
    '{"a":1,"a":2}',
    '{"a":1e400}',
    '{"a":-1e400}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
  ],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '\ufeff{}',
    '{"a":1}garbage',
    "{'a':1}",
    '{"a":01}',
    '{"a":NaN}',
  ],
  ...['['.repeat(100_000), '{"a":'.repeat(20_000), `"${'x'.repeat(1_900_000)}"`, `{"a":${'9'.repeat(10_000)}}`, '\u0000'.repeat(100), '%7B%7D'],
];
/** Stands for a number that JavaScript cannot hold, until the body is text. */
const TOO_LARGE = 'number-1e400';

/**
 * Fuzzes every call from its schema with valid, mutated and malformed requests. No answer may be a server error, no request may end the connection, and
 * none may take longer than the limit. fast-check reduces each failing request to its smallest form.
 */
export const fuzz: Suite<Instance> = {
  name: NAME,
  summary: 'every call with valid, mutated and malformed requests from its schema',
  tries: 50_000,
  run: async (instance, attempt) => {
    const { calls, attacked, attacker } = instance;
    const findings = new Findings(NAME);
    const { words } = await harvest(instance, attacker, attempt);
    const each = Math.ceil(attempt.tries / calls.length);
    let tries = 0;
    await inLanes(LANES, calls, async (call) => {
      const headers = headersFor(instance, call);
      const property = fc.asyncProperty(requests(call, words, headers), async (shot) => {
        tries += 1;
        const hit = await attacked.send(shot);
        const broken = await brokenRule(instance, shot, hit, attempt.hang);
        if (broken) throw new Broken(broken, shot, hit);
      });
      const settings = { seed: attempt.seed, numRuns: Math.min(each, FEW[call.key] ?? each) };
      const result = await fc.check(property, { ...settings, endOnFailure: true });
      if (!result.failed || result.counterexamplePath === null) return;
      const reduced = await fc.check(property, { ...settings, path: result.counterexamplePath, interruptAfterTimeLimit: REDUCING });
      const error = reduced.errorInstance ?? result.errorInstance;
      if (!(error instanceof Broken)) throw error;
      findings.add(error.rule, call.key, requestOf(error.shot), { status: error.hit.status, text: error.hit.text });
    });
    const { status } = await attacked.send({ method: 'GET', path: '/healthz' });
    findings.expect(status === 200, 'the server no longer serves', 'GET /healthz', {}, { status });
    return { tries, findings: findings.all };
  },
};

/** How long a failing request may be reduced, ms. */
const REDUCING = 3000;

class Broken extends Error {
  constructor(
    readonly rule: string,
    readonly shot: Shot,
    readonly hit: Hit,
  ) {
    super(rule);
  }
}

function requestOf({ headers: _headers, ...shot }: Shot): Shot {
  return shot;
}

/** Returns the rule that an answer breaks; null for a sound one. A slow answer counts when it is slow again, because the machine may be busy. */
async function brokenRule({ attacked }: Instance, shot: Shot, hit: Hit, hang: number | null): Promise<string | null> {
  if (hit.status === 0) return 'the server gave no answer';
  if (hit.status >= 500) return `the server answered ${hit.status}`;
  if (hit.status > 0 && hit.text.includes('    at ')) return 'the answer contains a stack trace';
  if (hang === null || hit.ms <= hang) return null;
  const again = await attacked.send(shot);
  return again.ms > hang ? `the answer took longer than ${hang} ms twice` : null;
}

function headersFor({ platform, attacker, server }: Instance, { access }: ApiCall): Record<string, string> {
  if (access === 'operator-key') return { authorization: `Operator ${server.operatorKey}` };
  return { authorization: `Bearer ${platform.keptToken({ ...attacker, scopes: SCOPES })}` };
}

/** Returns requests of a call: a third valid, half mutated, the rest malformed. */
function requests(call: ApiCall, words: Words, headers: Record<string, string>): Arbitrary<Shot> {
  const schema: Schema = {
    type: 'object',
    properties: { path: call.path, query: call.query, ...(call.body ? { body: call.body } : {}) },
    required: ['path', 'query', ...(call.body ? ['body'] : [])],
  };
  const shot = (values: CallValues): Shot => withLargeNumbers(shotOf(call, values, headers));
  const valid = valuesOf(call, words).map(shot);
  const mutated = mutatedValues(schema, words).map((values) => shot(callValues(values)));
  const malformed = fc.tuple(valuesOf(call, words), fc.constantFrom(...RAW_BODIES), fc.constantFrom(...ODD_TEXTS)).map(([values, body, odd]) => {
    const names = [...Object.keys(call.query.properties ?? {}), 'undeclared'];
    const query = { ...values.query, ...Object.fromEntries(names.slice(0, 3).map((name) => [name, [odd, odd]])) };
    const made = shot({ ...values, query });
    return call.method === 'GET' || call.method === 'DELETE' ? made : { ...made, body };
  });
  return fc.oneof({ weight: 4, arbitrary: valid }, { weight: 6, arbitrary: mutated }, { weight: 2, arbitrary: malformed });
}

/** A mutation may replace whole parts of a request. */
function callValues(values: unknown): CallValues {
  const { path, query, body } = (values ?? {}) as Partial<Record<keyof CallValues, unknown>>;
  const record = (value: unknown): Record<string, unknown> => (value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {});
  return { path: record(path), query: record(query), body };
}

function withLargeNumbers(shot: Shot): Shot {
  return typeof shot.body === 'string' ? { ...shot, body: shot.body.replaceAll(`"${TOO_LARGE}"`, '1e400') } : shot;
}
