import { sample } from 'fast-check';
import { shotOf, type ApiCall, type CallValues } from './api-document';
import type { Hit, Shot } from './attacked';
import { marksIn } from './canaries';
import { harvest, valuesOf, type Harvest } from './harvest';
import type { Instance } from './instance';
import { ADMINISTRATOR, type Holder } from './identity-platform';
import type { Words } from './schema-values';
import { Findings, inLanes, type Attempt, type Suite } from './suite';

const NAME = 'tenants';
const LANES = 6;

/** Whole-installation calls that a single attack must not make over and over: each rotation seals every secret again. */
const NOT_REPEATED = /secrets\/rotate/;

/** One try: a request, and the rule that its answer must keep. */
interface Try {
  call: ApiCall;
  shot: Shot;
  /** Kind of the try, which names it in a finding. */
  kind: string;
  /** Statuses that the answer may have; null for any but 500. */
  allowed: readonly number[] | null;
}

/**
 * Attacks the separation of tenants and rights: every call of the API document with tokens that must not count, with rights that do not suffice, and by an
 * administrator of one tenant with the ids of another in every place that takes a value. No answer may contain a canary of the other tenant, and the
 * other tenant must not change.
 */
export const tenants: Suite<Instance> = {
  name: NAME,
  summary: 'every call with bad tokens, missing rights and the ids of another tenant',
  tries: 100_000,
  run: async (instance, attempt) => {
    const { attacked } = instance;
    const findings = new Findings(NAME);
    const theirs = await harvest(instance, instance.victim, attempt);
    const before = await stateOf(instance, theirs);
    const planted = new Set([...before.values()].flatMap((text) => [...marksIn(text)]));
    if (planted.size < 20) throw new Error(`only ${planted.size} canaries can be read by their owner, so the attack would show nothing`);

    let done = 0;
    await inLanes(LANES, triesOf(instance, theirs, attempt), async (one) => {
      judge(one, await attacked.send(one.shot), planted, findings);
      done += 1;
    });
    await unchanged(instance, theirs, before, findings);
    return { tries: done, findings: findings.all };
  },
};

function judge({ call, shot, kind, allowed }: Try, hit: Hit, planted: ReadonlySet<string>, findings: Findings): void {
  const { authorization: _token, ...headers } = shot.headers ?? {};
  const request = { method: shot.method, path: shot.path, body: shot.body, headers };
  const answer = { status: hit.status, text: hit.text };
  // Node.js itself refuses requests that no client can send.
  if (hit.status === -1) return;
  findings.expect(hit.status !== 0 && hit.status < 500, `${kind}: the server failed`, call.key, request, answer);
  if (allowed) findings.expect(allowed.includes(hit.status), `${kind}: expected ${allowed.join(' or ')}`, call.key, request, answer);
  const found = [...marksIn(`${hit.text} ${JSON.stringify(hit.headers)}`)].filter((one) => planted.has(one));
  // Few answers have a mark at all, so the request is seldom read.
  const sent = found.length > 0 ? marksIn(`${decode(shot.path)} ${String(shot.body ?? '')} ${JSON.stringify(shot.headers)}`) : new Set<string>();
  const leaked = found.filter((one) => !sent.has(one));
  findings.expect(leaked.length === 0, `${kind}: the answer contains data of another tenant`, call.key, request, { leaked, ...answer });
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Tries of each call and round with ids of the other tenant. */
const FOREIGN = 8;

/** Yields the tries in turn: every call with one kind, then with the next, then again with other values. A short run still tries every call. */
function* triesOf(instance: Instance, theirs: Harvest, { tries, seed, dice }: Attempt): Generator<Try> {
  const foreign: Kind = (call, values) => foreignTry(instance, call, withForeignIds(call, values, theirs, dice.one), dice.one);
  const kinds = [foreign, ...kindsOf(instance, dice.one), ...Array.from({ length: FOREIGN - 1 }, () => foreign)];
  const calls = instance.calls.filter(({ key }) => !NOT_REPEATED.test(key));
  const ownWords = unmarked(theirs.words);
  // Made once for each call, because that takes longer than a sample.
  const values = new Map(calls.map((call) => [call, valuesOf(call, call.method === 'GET' ? theirs.words : ownWords)]));
  let count = 0;
  for (let round = 0; count < tries; round++) {
    const settings = { seed: seed + round * 7919, numRuns: kinds.length };
    const samples = [...values.values()].map((ofCall) => sample(ofCall, settings));
    for (const [index, kind] of kinds.entries()) {
      for (const [at, call] of calls.entries()) {
        const made = kind(call, samples[at]?.[index] as CallValues);
        if (made && ++count <= tries) yield made;
      }
    }
  }
}

type OneOf = <T>(list: readonly T[]) => T;
type Kind = (call: ApiCall, values: CallValues) => Try | null;

/** The kinds of tries with tokens and rights. */
function kindsOf({ platform, attacker, viewer, victim }: Instance, one: OneOf): Kind[] {
  const refused = (kind: string, headers: () => Record<string, string>): Kind => {
    return (call, values) => (call.access === 'public' ? null : { call, kind, shot: shotOf(call, values, headers()), allowed: [401] });
  };
  const bad = platform.badTokens(victim);
  const withoutRight = (kind: string, holder: (call: ApiCall) => Holder | null): Kind => {
    return (call, values) => {
      const weak = Array.isArray(call.access) ? holder(call) : null;
      if (!weak) return null;
      return { call, kind, shot: shotOf(call, values, { authorization: `Bearer ${platform.keptToken(weak)}` }), allowed: [403] };
    };
  };
  const lacks = (scopes: Holder['scopes']) => (call: ApiCall) => scopes.every((scope) => !call.access.includes(rightOf(scope)));
  return [
    refused('no token', () => ({})),
    refused('token in the wrong place', () =>
      one<Record<string, string>>([{ cookie: `authorization=${platform.token(victim)}` }, { 'x-access-token': platform.token(victim) }]),
    ),
    refused('other schemes', () => ({
      authorization: one(['Bearer', 'Bearer ', 'Basic YTpi', 'Operator ', `Operator ${'a'.repeat(43)}`, 'Bearer null']),
    })),
    ...Object.entries(bad).map(([kind, token]) => refused(kind, () => ({ authorization: `Bearer ${token}` }))),
    withoutRight('no right', () => ({ ...attacker, scopes: [] })),
    withoutRight('viewer', (call) => (lacks(viewer.scopes)(call) ? viewer : null)),
    withoutRight('other rights', (call) => {
      const others = ADMINISTRATOR.filter((scope) => lacks([scope])(call));
      return others.length > 0 ? { ...attacker, scopes: others } : null;
    }),
  ];
}

/** `cam:general:read` -> CAM_GENERAL_READ. */
const rightOf = (scope: string): string => scope.toUpperCase().replaceAll(':', '_');

/** A request by the attacker's administrator with ids of the victim. */
function foreignTry({ platform, attacker, victim }: Instance, call: ApiCall, values: CallValues, one: OneOf): Try {
  const shot = shotOf(call, values, {
    authorization: `Bearer ${platform.keptToken(attacker)}`,
    ...one<Record<string, string>>([
      {},
      {},
      { 'x-tenant-id': victim.tenant },
      { 'x-forwarded-host': victim.tenant },
      { cookie: `tenant=${victim.tenant}` },
    ]),
  });
  return { call, kind: 'ids of another tenant', shot, allowed: null };
}

/** The attacker could read a mark that it stored itself in its own objects, so it stores none. */
function unmarked(words: Words): Words {
  return (property) => words(property).filter((word) => marksIn(word).size === 0);
}

/** Puts ids of the other tenant into the account filter, the request id and undeclared parameters too. */
function withForeignIds({ method }: ApiCall, { path, query, body }: CallValues, { ids, words }: Harvest, one: OneOf): CallValues {
  const harmless = ids.filter((id) => method === 'GET' || marksIn(id).size === 0);
  const any = (): string => one(harmless);
  const filter = { account_id: one([...words('account_id'), any()]), account_uid: one([...words('uid'), any()]) };
  const header = one<Record<string, unknown>>([{}, { 'req_hdr.tid': 'victim' }, { tenant_id: 'victim', tenantId: 'victim' }]);
  const filled = one([query, { ...query, ...filter }, { ...query, ...header }, { ...query, ...filter, ...header }]);
  const inBody = one<Record<string, unknown>>([
    {},
    filter,
    { req_hdr: { tid: 'victim' } },
    { ...filter, req_hdr: { tid: 'victim', tenant_id: 'victim' } },
  ]);
  const isObject = body !== null && typeof body === 'object' && !Array.isArray(body);
  return {
    path: one([path, path, Object.fromEntries(Object.keys(path).map((name) => [name, name === 'cloud_type' ? path[name] : any()]))]),
    query: filled,
    body: isObject ? { ...body, ...inBody } : body,
  };
}

/** Messages to receivers that do not answer are tried again by themselves. */
const CHANGING = /\/deliveries/;

/** Returns what the victim reads about itself, by request. Answers that differ between two reads are left out. */
async function stateOf({ attacked }: Instance, { reads }: Harvest): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const shot of reads.filter(({ path }) => !CHANGING.test(path))) state.set(shot.path, stable((await attacked.send(shot)).text));
  for (const shot of reads) if (state.has(shot.path) && state.get(shot.path) !== stable((await attacked.send(shot)).text)) state.delete(shot.path);
  return state;
}

/** Leaves out the support code of an answer and the times that only reading changes. */
const stable = (text: string): string => text.replace(/"(?:trackingId|checked_at|searched_at|next_run|next_at)":"[^"]*"/g, '');

async function unchanged({ attacked }: Instance, { reads }: Harvest, before: ReadonlyMap<string, string>, findings: Findings): Promise<void> {
  for (const shot of reads) {
    const was = before.get(shot.path);
    if (was === undefined) continue;
    const now = stable((await attacked.send(shot)).text);
    findings.expect(now === was, 'the other tenant changed', `GET ${shot.path.split('?')[0]}`, shot, difference(was, now));
  }
}

function difference(was: string, now: string): string {
  let at = 0;
  while (at < was.length && was[at] === now[at]) at += 1;
  return `before: ${was.slice(Math.max(0, at - 60), at + 200)} | after: ${now.slice(Math.max(0, at - 60), at + 200)}`;
}
