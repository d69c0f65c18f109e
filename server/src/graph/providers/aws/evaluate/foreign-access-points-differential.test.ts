import { ACCOUNT, allow, dump, group, managedPolicy, policyDocument, role, trust, user } from '../../../../../test/support/aws-account';
import { factsOf } from '../../../../../test/support/aws-bundle';
import { referenceDecision, type ReferencePolicy, type ReferencePoint, type ReferenceContext } from '../../../../../test/support/aws-reference';
import { casesToTry, dice, type Dice } from '../../../../../test/support/differential';
import { catalogue } from '../../../../../test/support/evaluate-aws';
import { referenceForeignAccess } from '../../../../../test/support/foreign-point-reference';
import { kindOf } from '../../../engine/catalogue/action-kinds';
import type { Evaluation } from '../../../engine/evaluation';
import { evaluateAws } from './evaluate';

/** Random pairs of accounts: one with buckets, the other one with access points to them. */
const PAIRS = casesToTry(150, 5000);

/** The account of the access points and of the principals. */
const PARTNER = '444455556666';
const partnerArn = (type: string, name: string): string => `arn:aws:iam::${PARTNER}:${type}/${name}`;
const pointArn = (name: string): string => `arn:aws:s3:eu-west-1:${PARTNER}:accesspoint/${name}`;
const BUCKETS = ['b1', 'b2'];
const POINTS = { p1: 'b1', p2: 'b1', p3: 'b2' } as const;
/** Object keys that the patterns below distinguish. */
const KEYS = ['other', 'a/x', 'b/x'];
const ACTIONS = ['s3:*', 's3:GetObject', 's3:Put*', 's3:ListBucket', 's3:*Bucket*', 's3:PutObjectAcl'];
const IN_BUCKETS = ['arn:aws:s3:::b1', 'arn:aws:s3:::b1/*', 'arn:aws:s3:::b1/a/*', 'arn:aws:s3:::b2/*', 'arn:aws:s3:::b?', '*'];
const ON_POINTS = [
  ...Object.keys(POINTS).flatMap((name) => [pointArn(name), `${pointArn(name)}/object/*`, `${pointArn(name)}/object/a/*`]),
  `arn:aws:s3:*:${PARTNER}:accesspoint/*`,
  `arn:aws:s3:*:*:accesspoint/p?/object/b/*`,
];
const IDENTITIES = [partnerArn('user', 'u1'), partnerArn('user', 'u2'), partnerArn('role', 'r1')];
const DELEGATIONS = [
  { StringEquals: { 's3:DataAccessPointAccount': PARTNER } },
  { StringEquals: { 's3:DataAccessPointAccount': ACCOUNT } },
  { ArnLike: { 's3:DataAccessPointArn': `arn:aws:s3:*:${PARTNER}:accesspoint/p1` } },
  { StringLike: { 's3:DataAccessPointArn': [pointArn('p2'), pointArn('p3')] } },
];

interface RandomPair {
  owner: Record<string, unknown>;
  partner: Record<string, unknown>;
  policiesOf: Map<string, ReferencePolicy[]>;
  bucketPolicies: Map<string, ReferencePolicy>;
  points: (ReferencePoint & { bucket: string })[];
}

function randomPair({ chance, some, one, times }: Dice): RandomPair {
  const document = (statements: object[]): ReferencePolicy => policyDocument(...statements) as unknown as ReferencePolicy;
  const own = (): ReferencePolicy => document(times(0, 2, () => allow(some(ACTIONS), some(chance(0.6) ? ON_POINTS : IN_BUCKETS))));
  const [u1, u2, ofGroup] = [own(), own(), own()];
  const named = (): object => one<object | string>([{ AWS: some(IDENTITIES) }, { AWS: `arn:aws:iam::${PARTNER}:root` }, '*']) as object;
  const bucketPolicies = new Map(
    BUCKETS.map((name) => {
      const bucket = `arn:aws:s3:::${name}`;
      const inside = [[bucket, `${bucket}/*`], [`${bucket}/*`], [bucket], [`${bucket}/a/*`]];
      return [
        name,
        document([
          ...times(1, 2, () => allow(some(ACTIONS), one(inside), { Principal: named(), Condition: one(DELEGATIONS) })),
          ...times(0, 1, () => ({
            ...allow(some(ACTIONS), one(inside), { Principal: { AWS: some(IDENTITIES) } }),
            Effect: chance(0.5) ? 'Allow' : 'Deny',
          })),
        ]),
      ] as const;
    }),
  );
  const points = Object.entries(POINTS).map(([name, bucket]) => {
    const resources = [pointArn(name), `${pointArn(name)}/object/*`, `${pointArn(name)}/object/a/*`];
    const policy = document(times(1, 2, () => allow(some(ACTIONS), some(resources), { Principal: named() })));
    return { arn: pointArn(name), account: PARTNER, bucket, policy: chance(0.6) ? policy : null };
  });
  const text = JSON.stringify(
    dump({
      groups: [group('g', ['OfGroup'])],
      policies: [managedPolicy('OfGroup', ofGroup)],
      users: [user('u1', { inline: { own: u1 }, groups: ['g'] }), user('u2', { inline: { own: u2 } })],
      roles: [role('r1', trust({ Service: 'ec2.amazonaws.com' }))],
    }),
  );
  return {
    owner: {
      'iam.json': dump({ users: [] }),
      's3/list-buckets.json': { Buckets: BUCKETS.map((Name) => ({ Name })) },
      's3control/list-access-points.json': { AccessPointList: [] },
      ...Object.fromEntries([...bucketPolicies].map(([name, policy]) => [`s3/get-bucket-policy/${name}.json`, { Policy: JSON.stringify(policy) }])),
    },
    partner: {
      'iam.json': text.replaceAll(ACCOUNT, PARTNER),
      's3control/list-access-points.json': {
        AccessPointList: points.map(({ arn: AccessPointArn, bucket }) => ({ Name: AccessPointArn.split('/')[1], Bucket: bucket, NetworkOrigin: 'Internet', AccessPointArn, BucketAccountId: ACCOUNT })), // prettier-ignore
      },
      ...Object.fromEntries(
        points.flatMap(({ arn: point, policy }) =>
          policy ? [[`s3control/get-access-point-policy/${point.split('/')[1]}.json`, { Policy: JSON.stringify(policy) }]] : [],
        ),
      ),
    },
    points,
    bucketPolicies,
    policiesOf: new Map([
      [partnerArn('user', 'u1'), [u1, ofGroup]],
      [partnerArn('user', 'u2'), [u2]],
      [partnerArn('role', 'r1'), []],
    ]),
  };
}

function evaluate({ owner, partner }: RandomPair): { found: Evaluation; uriOf: (nativeId: string) => string } {
  const [facts, other] = [factsOf(owner), factsOf(partner, PARTNER)];
  const evaluation = evaluateAws(facts, {
    tenantId: 't',
    catalogue,
    holders: [],
    organization: null,
    accounts: new Map([[PARTNER, other]]),
    organizations: new Map(),
    federation: [],
    accessPoints: other.policies.filter(({ kind }) => kind === 'access_point'),
  });
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  const uris = new Map([...other.entities, ...facts.entities].map(({ nativeId, uri }) => [nativeId, uri]));
  return { found: step.value, uriOf: (nativeId) => uris.get(nativeId) ?? '' };
}

/** Returns the access by the reference: directly, or through the access point that gives the most. */
function expected(principal: string, bucket: string, { policiesOf, bucketPolicies, points }: RandomPair): string {
  const modes: Record<string, number> = { READ: 0, WRITE: 0, ADMIN: 0 };
  const context: ReferenceContext = new Map([
    ['s3:dataaccesspointarn', null],
    ['s3:dataaccesspointaccount', null],
  ]);
  const nothing = { boundary: null, session: null, scps: [], rcps: [], endpoint: [] };
  for (const action of catalogue.ofService('s3')) {
    const isObject = action.resourceTypes.includes('object');
    if (!isObject && !action.resourceTypes.includes('bucket')) continue;
    for (const resource of isObject ? KEYS.map((key) => `arn:aws:s3:::${bucket}/${key}`) : [`arn:aws:s3:::${bucket}`]) {
      const request = { principal, action: action.id, resource, resourceAccount: ACCOUNT, context };
      const given = { ...nothing, identity: policiesOf.get(principal) ?? [], resource: bucketPolicies.get(bucket) ?? null, request };
      const own = points.filter((point) => point.bucket === bucket).map((point) => referenceForeignAccess(given, point));
      const directly = { Allowed: 2, Conditional: 1, ImplicitlyDenied: 0, ExplicitlyDenied: 0 }[referenceDecision(given)];
      const kind = kindOf(action);
      modes[kind] = Math.max(modes[kind] ?? 0, directly, ...own);
    }
  }
  return Object.values(modes).join('');
}

describe('access through access points to buckets of another account', () => {
  it(`agrees with the reference evaluator in ${PAIRS} random pairs of accounts`, () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= PAIRS; seed += 1) {
      const random = randomPair(dice(seed));
      const { found, uriOf } = evaluate(random);
      for (const principal of IDENTITIES) {
        for (const bucket of BUCKETS) {
          const [pclass, rclass] = [found.pclassOf.get(uriOf(principal)), found.classOf.get(uriOf(`arn:aws:s3:::${bucket}`))];
          const row = found.access.find(({ pclassId, classId }) => pclassId === pclass && classId === rclass);
          const given = row ? `${row.read}${row.write}${row.admin}` : '000';
          const wanted = expected(principal, bucket, random);
          outcomes.add(wanted);
          if (given !== wanted)
            throw new Error(
              `seed ${seed}: ${principal} on ${bucket}: ${given}, not ${wanted}: ${JSON.stringify({ own: random.policiesOf.get(principal), bucket: random.bucketPolicies.get(bucket), points: random.points.filter((point) => point.bucket === bucket) })}`,
            );
        }
      }
    }
    expect(outcomes.size).toBeGreaterThan(8);
  });
});
