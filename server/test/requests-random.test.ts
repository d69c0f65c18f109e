import type { AccessUnit, ChangeEdit } from '@cam/contracts/server';
import { Catalogue } from '../src/graph/engine/catalogue/catalogue';
import type { SourceFacts } from '../src/graph/engine/source-facts';
import { buildGraph } from '../src/graph/pipeline/build-graph';
import { AwsAccountBundle } from '../src/graph/providers/aws/read/read';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, user } from './support/aws-account';
import { builtAccess } from './support/built-access';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';
import { dice, type Dice } from './support/differential';
import { SMALL_CATALOGUE } from './support/random-aws-account';

jest.setTimeout(14_400_000);

/** Random accounts to try, and the seed of the first one: `CAM_REQUEST_ACCOUNTS=500` tries as many as a release should. */
const ACCOUNTS = Number(process.env.CAM_REQUEST_ACCOUNTS ?? 9);
const FIRST_SEED = Number(process.env.CAM_REQUEST_SEED ?? 1);
/** Most units that give an access together. */
const MOST_TOGETHER = 4;

const BUCKETS = ['ledger', 'archive', 'vault'];
const ACTIONS = ['s3:GetObject', 's3:PutObject', 's3:PutObjectAcl', 's3:DeleteBucket', 's3:PutBucketPolicy'];
const GROUPS = ['first', 'second', 'third'];
const POLICIES = ['P1', 'P2', 'P3', 'P4'];
const catalogue = new Catalogue(SMALL_CATALOGUE);

let tenant: TestTenant;
const uriOf = (type: string, name: string): string => `${tenant.tenantId}:AWS:${ACCOUNT}:-:${type}:${name}`;

beforeAll(async () => {
  tenant = await createTenant();
  const rule = {
    ...{ kind: 'HAND' as const, name: 'Vault', tier: 0 as const, labels: [], reason: 'All our keys' },
    definition: { uris: [uriOf('OBJECT_STORE', 'vault')] },
  };
  const made = await api('POST /v1/tiers/rules', { body: rule as never }, tenant.token);
  if (made.status >= 300) throw new Error(JSON.stringify(made.error));
});

interface Account {
  files: Record<string, object>;
  wanted: string[];
  /** The groups that Ann can join and the policies that she can get, as what adds each of them. */
  edits: ChangeEdit[];
}

/** Returns an account whose policies allow several actions on several buckets, and deny nothing. */
function randomAccount({ chance, one, some, times }: Dice): Account {
  const where = (): string[] => {
    const bucket = one(['*', 'archive', 'vault', 'ledger', 'ledger', 'ledger', 'ledger']);
    return [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket === '*' ? '*' : `${bucket}/*`}`];
  };
  const document = (): object => policyDocument(...times(1, 3, () => allow(one(ACTIONS), [...new Set(where())])));
  const ofGroups = new Map(GROUPS.map((name) => [name, [...new Set(some(POLICIES))]]));
  const own = { groups: chance(0.3) ? [one(GROUPS)] : [], managed: chance(0.3) ? [one(POLICIES)] : [] };
  const ofBob = chance(0.7) ? [one(POLICIES)] : [];
  const held = new Set([...ofBob, ...[...ofGroups.values()].flat()]);
  return {
    wanted: [...new Set(times(2, 3, () => one(ACTIONS)))],
    files: {
      'iam/get-account-authorization-details.json': dump({
        users: [user('ann', own), user('bob', { managed: ofBob })],
        groups: GROUPS.map((name) => group(name, ofGroups.get(name) ?? [])),
        roles: [],
        policies: POLICIES.map((name) => managedPolicy(name, document())),
      }),
      's3/list-buckets.json': { Buckets: BUCKETS.map((Name) => ({ Name })) },
    },
    edits: [
      ...GROUPS.filter((name) => !own.groups.includes(name)).map((name): ChangeEdit => ({
        kind: 'ADD_MEMBER',
        group: arn('group', name),
        member: arn('user', 'ann'),
      })),
      ...POLICIES.filter((name) => held.has(name) && !own.managed.includes(name)).map((name): ChangeEdit => ({
        kind: 'ATTACH_POLICY',
        holder: arn('user', 'ann'),
        policy: arn('policy', name),
      })),
    ],
  };
}

/** The size of a set, and what it gives besides by tier. */
type Found = { size: number; besides: number[] };

const compare = (one: readonly number[], other: readonly number[]): number => {
  const tier = one.findIndex((count, place) => count !== other[place]);
  return tier < 0 ? 0 : (one[tier] ?? 0) - (other[tier] ?? 0);
};

/** Evaluates the account after every subset of the edits, and returns the best single one and the best of the smallest sets that give less than it. */
function leastByForce({ files, wanted, edits }: Account): { has: boolean; best: Found | null } {
  const reader = new AwsAccountBundle();
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  const bundle = reader.result();
  const factsAfter = (some: readonly ChangeEdit[]): SourceFacts => bundle.normalise(tenant.tenantId, ACCOUNT, new Date(0), some);
  const accessAfter = (some: readonly ChangeEdit[]) => {
    const access = builtAccess(buildGraph(tenant.tenantId, factsAfter(some), catalogue));
    return (bucket: string) =>
      access.get(`${uriOf('USER', 'ann')} ${uriOf('OBJECT_STORE', bucket)}`) ?? { modes: [0, 0, 0], actions: new Set<string>() };
  };
  const before = accessAfter([]);
  const hasAll = (access: typeof before): boolean => wanted.every((action) => access('ledger').actions.has(action));
  if (hasAll(before)) return { has: true, best: null };
  let best: Found | null = null;
  for (let size = 1; size <= MOST_TOGETHER; size++) {
    let ofSize: Found | null = null;
    for (let bits = 1; bits < 1 << edits.length; bits++) {
      const some = edits.filter((_edit, place) => bits & (1 << place));
      if (some.length !== size) continue;
      const after = accessAfter(some);
      if (!hasAll(after)) continue;
      const gains = (bucket: string): boolean => after(bucket).modes.some((mode, kind) => mode > 0 && before(bucket).modes[kind] === 0);
      const besides = [Number(gains('vault')), 0, 0, Number(gains('archive'))];
      if ((!best || compare(besides, best.besides) < 0) && (!ofSize || compare(besides, ofSize.besides) < 0)) ofSize = { size, besides };
    }
    if (size > 1 && ofSize) return { has: false, best: ofSize };
    if (size === 1) best = ofSize;
  }
  return { has: false, best };
}

it('no smaller set of units gives the access, and no other of its size gives less besides, on random accounts', async () => {
  const tally = new Map<number, number>();
  for (let seed = FIRST_SEED, tried = 0, plain = 0; tried < ACCOUNTS; seed++) {
    const account = randomAccount(dice(seed));
    const { has, best } = leastByForce(account);
    // Most accounts need no set. A third of those tried are enough.
    if ((best?.size ?? 0) < 2 && ++plain > ACCOUNTS / 3) continue;
    tried += 1;
    await importAccount(tenant.token, await zipOf(account.files));
    const wanted = { identity_uri: uriOf('USER', 'ann'), resource_uri: uriOf('OBJECT_STORE', 'ledger'), actions: account.wanted };
    const { body } = await api('POST /v1/access-requests/units', { body: wanted }, tenant.token);
    const [first] = body.units as [AccessUnit?];
    expect({ seed, has: body.has_access }).toEqual({ seed, has });
    if (has) continue;
    const found = first ? { size: Math.max(1, first.parts.length), besides: first.besides } : null;
    expect({ seed, found }).toEqual({ seed, found: best });
    tally.set(best?.size ?? 0, (tally.get(best?.size ?? 0) ?? 0) + 1);
    if (!first) continue;
    const trial = await api('POST /v1/access-requests/trial', { body: { ...wanted, unit: first.key } }, tenant.token);
    expect({ seed, ...trial.body, verdict: null }).toEqual({ seed, is_enough: true, besides: first.besides, verdict: null });
  }
  process.stdout.write(`Sizes of the least sets (0: none): ${JSON.stringify(Object.fromEntries([...tally].sort()))}\n`);
  expect([...tally.keys()].some((size) => size > 1)).toBe(true);
});
