import { join } from 'node:path';
import type { ChangeEdit, WhatIfVerdict } from '@cam/contracts';
import { Catalogue } from '../../../server/src/graph/engine/catalogue/catalogue';
import { buildGraph } from '../../../server/src/graph/pipeline/build-graph';
import { AwsAccountBundle } from '../../../server/src/graph/providers/aws/read/read';
import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from '../../../server/test/support/aws-account';
import { dice, type Dice } from '../../../server/test/support/differential';
import { compactCatalogue } from '../../catalogue/compact-catalogue';
import type { ApiClient } from '../api-client';
import { decide, type Decision } from './decide';
import { gateOf } from './gate-file';
import { tryPlans } from './try-plan';

type Json = Record<string, unknown>;

/** Plans, and fillings of each plan's unknown values. Set CAM_PLAN_FILLINGS=100 for the long run. */
const FILLINGS = Number(process.env.CAM_PLAN_FILLINGS ?? 6);
const PLANS = 25;

const catalogue = new Catalogue(compactCatalogue(join(__dirname, '../../..')));
const TENANT = 'acme';
const NAMES = ['ann', 'bob', 'cleo'];
const [QUEUE, KEY] = [`arn:aws:sqs:eu-west-1:${ACCOUNT}:jobs`, `arn:aws:kms:eu-west-1:${ACCOUNT}:key/1`];
/** A key policy that leaves access to the policies of the account. */
const DELEGATING = JSON.stringify(policyDocument({ ...allow('kms:*'), Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` } }));
const FILES = {
  'iam/details.json': dump({
    users: [user('ann', { groups: ['makers'] }), user('bob', { inline: { own: policyDocument(allow('s3:GetObject')) } }), user('cleo')],
    groups: [group('makers', ['Read'])],
    roles: [role('deploy', trust({ AWS: arn('user', 'ann') }), ['Read'])],
    policies: [managedPolicy('Read', policyDocument(allow('s3:GetObject')))],
  }),
  's3/list-buckets.json': { Buckets: [{ Name: 'ledger' }, { Name: 'logs' }] },
  'sqs/get-queue-attributes/jobs.json': { Attributes: { QueueArn: QUEUE } },
  'kms/list-keys.json': { Keys: [{ KeyId: '1', KeyArn: KEY }] },
  'eu-west-1/kms/get-key-policy/1.json': { Policy: DELEGATING, PolicyName: 'default' },
};

const bundle = (() => {
  const reader = new AwsAccountBundle();
  for (const [name, value] of Object.entries(FILES)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  return reader.result();
})();

/** Returns the modes of every access in the graph, by identity and resource. */
function accessAfter(edits: readonly ChangeEdit[]): Map<string, number[]> {
  const { entities, profileClasses, access } = buildGraph(TENANT, bundle.normalise(TENANT, ACCOUNT, new Date(0), edits), catalogue);
  const found = new Map<string, number[]>();
  for (const { entity: identity, profileId } of entities.filter(({ entity }) => entity.isIdentity)) {
    const held = new Set(profileClasses.filter((one) => one.profileId === profileId).map(({ pclassId }) => pclassId));
    for (const { entity: resource, classId } of entities.filter(({ entity }) => entity.isResource)) {
      const rows = access.filter((row) => held.has(row.pclassId) && row.classId === classId);
      if (rows.length === 0) continue;
      const most = (kind: 'read' | 'write' | 'admin'): number => Math.max(...rows.map((row) => row[kind]));
      found.set(`${identity.uri} ${resource.uri}`, [most('read'), most('write'), most('admin')]);
    }
  }
  return found;
}

const BEFORE = accessAfter([]);

/** Answers what the server would answer, from the graph in memory. */
const client = {
  call: async (_key: string, { body }: { body: { edits: ChangeEdit[] } }): Promise<WhatIfVerdict> => {
    const after = accessAfter(body.edits);
    const changed = (isSuch: (now: number, then: number) => boolean): number =>
      [...new Set([...BEFORE.keys(), ...after.keys()])].filter((pair) => {
        const [now, then] = [after.get(pair) ?? [0, 0, 0], BEFORE.get(pair) ?? [0, 0, 0]];
        return now.some((mode, kind) => isSuch(mode, then[kind] ?? 0));
      }).length;
    return {
      ...{ source_uid: 'u', cloud_type: 'AWS', account_id: ACCOUNT, account_name: 'Home', taken_at: new Date().toISOString(), edits: [] },
      ...{ gained: changed((now, then) => now > then), lost: changed((now, then) => now < then), broken: 0, unknown: 0, is_complete: true },
      ...{ rows: [], guardrails: [], guardrails_complete: true, guardrails_compared: 0, notes: [] },
    };
  },
} as unknown as ApiClient;

function randomDocument({ one, some, chance }: Dice): string {
  const statement = (): object => ({
    ...allow(some(['s3:GetObject', 's3:*', 'sts:AssumeRole', 'kms:Decrypt', 'sqs:*']), one(['*', 'arn:aws:s3:::ledger/*', arn('role', 'deploy')])),
    Effect: chance(0.7) ? 'Allow' : 'Deny',
  });
  return JSON.stringify(policyDocument(...some([0, 1]).map(statement)));
}

function randomTrust({ one }: Dice): string {
  const provider = `arn:aws:iam::${ACCOUNT}:saml-provider/Okta`;
  const federated = { Effect: 'Allow', Action: 'sts:AssumeRoleWithSAML', Principal: { Federated: provider } };
  return JSON.stringify(
    one([policyDocument(federated), trust('*'), trust({ AWS: '210987654321' }), ...NAMES.map((name) => trust({ AWS: arn('user', name) }))]),
  );
}

function randomResourcePolicy(random: Dice, { actions, resource }: { actions: string[]; resource: string }): string {
  const { one, some, chance } = random;
  const statement = (): object => ({
    ...allow(some(actions), one(['*', resource])),
    Effect: chance(0.7) ? 'Allow' : 'Deny',
    Principal: one<object | string>([
      '*',
      { AWS: `arn:aws:iam::${ACCOUNT}:root` },
      { AWS: '210987654321' },
      { AWS: arn('user', one(NAMES)) },
      { AWS: arn('role', 'deploy') },
      { Service: 'sns.amazonaws.com' },
    ]),
  });
  return JSON.stringify(policyDocument(...some([0, 1]).map(statement)));
}

interface Planned {
  address: string;
  type: string;
  before: Json | null;
  after: Json;
  /** The attribute with the document. */
  document: 'policy' | 'assume_role_policy';
  /** Returns another document. */
  anew: (random: Dice) => string;
}

function randomChange(random: Dice, index: number): Planned {
  const { one } = random;
  const policy = randomDocument(random);
  const at = (type: string) => ({ address: `${type}.x${index}`, type });
  return one<() => Planned>([
    () => {
      const name = one(NAMES);
      return {
        ...at('aws_iam_user_policy'),
        before: null,
        after: { user: name, name: `own-${index}`, policy },
        document: 'policy',
        anew: randomDocument,
      };
    },
    () => {
      const own = { name: 'Read', path: '/', arn: arn('policy', 'Read') };
      const before = { ...own, policy: JSON.stringify(policyDocument(allow('s3:GetObject'))) };
      return { ...at('aws_iam_policy'), before, after: { ...own, policy }, document: 'policy', anew: randomDocument };
    },
    () => {
      const own = { name: 'deploy', arn: arn('role', 'deploy') };
      const trusting = (principal: string): string => JSON.stringify(trust({ AWS: principal }));
      const before = { ...own, assume_role_policy: trusting(arn('user', 'ann')) };
      const after = { ...own, assume_role_policy: trusting(arn('user', one(NAMES))) };
      return { ...at('aws_iam_role'), before, after, document: 'assume_role_policy', anew: randomTrust };
    },
    () => {
      const anew = (dice: Dice): string =>
        randomResourcePolicy(dice, { actions: ['sqs:SendMessage', 'sqs:*', 'sqs:ReceiveMessage'], resource: QUEUE });
      const own = { queue_url: `https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/jobs` };
      return { ...at('aws_sqs_queue_policy'), before: null, after: { ...own, policy: anew(random) }, document: 'policy', anew };
    },
    () => {
      const anew = (dice: Dice): string => randomResourcePolicy(dice, { actions: ['kms:Decrypt', 'kms:*', 'kms:CreateGrant'], resource: KEY });
      const before = { key_id: KEY, policy: DELEGATING };
      return { ...at('aws_kms_key_policy'), before, after: { ...before, policy: anew(random) }, document: 'policy', anew };
    },
  ])();
}

/** Returns the plan with the documents of some changes unknown, or replaced. */
function planOf(changes: readonly Planned[], instead: ReadonlyMap<Planned, string | null>): string {
  const resources = changes.map((change) => {
    const { address, type, before, document } = change;
    const text = instead.get(change);
    const { [document]: known, ...after } = change.after;
    const shown = text === null ? after : { ...after, [document]: text ?? known };
    return { address, type, mode: 'managed', change: { before, after: shown, after_unknown: text === null ? { [document]: true } : {} } };
  });
  return JSON.stringify({ format_version: '1.2', resource_changes: resources });
}

async function outcomeOf(plan: string, fail: 'gained' | 'lost'): Promise<Decision['outcome']> {
  const tried = await tryPlans(client, [plan], { account: ACCOUNT, progress: () => undefined });
  expect(tried.untried).toEqual([]);
  return decide(gateOf([fail]), tried).outcome;
}

it('a gate decides about unknown values only as it would whatever they turn out to be', async () => {
  const random = dice(20261126);
  const seen = { pass: 0, fail: 0, undecided: 0 };
  for (let n = 0; n < PLANS; n++) {
    const changes = random.times(1, 3, () => 0).map((_none, index) => randomChange(random, index));
    const unknown = changes.filter((_change, index) => index === 0 || random.chance(0.4));
    for (const fail of ['gained', 'lost'] as const) {
      const outcome = await outcomeOf(planOf(changes, new Map(unknown.map((change) => [change, null]))), fail);
      seen[outcome ?? 'undecided'] += 1;
      for (let filling = 0; outcome !== 'undecided' && filling < FILLINGS; filling++) {
        const filled = planOf(changes, new Map(unknown.map((change) => [change, change.anew(random)])));
        expect({ plan: n, fail, outcome: await outcomeOf(filled, fail) }).toEqual({ plan: n, fail, outcome });
      }
    }
  }
  // The gate decides about some of these plans.
  expect(seen.undecided).toBeGreaterThan(0);
  expect(seen.fail + seen.pass).toBeGreaterThan(0);
});
