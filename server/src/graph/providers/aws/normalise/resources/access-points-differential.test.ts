import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from '../../../../../../test/support/aws-account';
import { factsOf } from '../../../../../../test/support/aws-bundle';
import {
  referenceDecision,
  referenceDecisionThrough,
  type ReferencePolicy,
  type ReferencePoint,
  type ReferenceContext,
} from '../../../../../../test/support/aws-reference';
import { casesToTry, dice, type Dice } from '../../../../../../test/support/differential';
import { SMALL_CATALOGUE } from '../../../../../../test/support/random-aws-account';
import { kindOf } from '../../../../engine/catalogue/action-kinds';
import { Catalogue } from '../../../../engine/catalogue/catalogue';
import { buildGraph } from '../../../../pipeline/build-graph';

/** Random accounts with access points. */
const ACCOUNTS = casesToTry(150, 5000);

const catalogue = new Catalogue(SMALL_CATALOGUE);
const pointArn = (name: string): string => `arn:aws:s3:eu-west-1:${ACCOUNT}:accesspoint/${name}`;
const BUCKETS = ['b1', 'b2'];
const POINTS = { p1: 'b1', p2: 'b1', p3: 'b2' } as const;
/** Object keys that the patterns below distinguish. */
const KEYS = ['other', 'a/x', 'b/x'];
const ACTIONS = ['s3:*', 's3:GetObject', 's3:Put*', 's3:ListBucket', 's3:*Bucket*', 's3:PutObjectAcl'];
const IN_BUCKETS = ['arn:aws:s3:::b1', 'arn:aws:s3:::b1/*', 'arn:aws:s3:::b1/a/*', 'arn:aws:s3:::b2/*', 'arn:aws:s3:::b?'];
const ON_POINTS = [
  ...Object.keys(POINTS).flatMap((name) => [pointArn(name), `${pointArn(name)}/object/*`, `${pointArn(name)}/object/a/*`]),
  `arn:aws:s3:*:${ACCOUNT}:accesspoint/*`,
  `arn:aws:s3:*:*:accesspoint/p?/object/b/*`,
];
const IDENTITIES = [arn('user', 'u1'), arn('user', 'u2'), arn('role', 'r1')];
const DELEGATIONS = [
  { StringEquals: { 's3:DataAccessPointAccount': ACCOUNT } },
  { ArnLike: { 's3:DataAccessPointArn': `arn:aws:s3:*:${ACCOUNT}:accesspoint/p1` } },
  { StringLike: { 's3:DataAccessPointArn': [pointArn('p2'), pointArn('p3')] } },
];

interface RandomPoints {
  files: Record<string, unknown>;
  policiesOf: Map<string, ReferencePolicy[]>;
  bucketPolicies: Map<string, ReferencePolicy>;
  points: (ReferencePoint & { bucket: string })[];
}

function randomPoints(random: Dice): RandomPoints {
  const { chance, some, one, times } = random;
  const document = (statements: object[]): ReferencePolicy => policyDocument(...statements) as unknown as ReferencePolicy;
  const own = (): ReferencePolicy => document(times(0, 2, () => allow(some(ACTIONS), some(chance(0.6) ? ON_POINTS : IN_BUCKETS))));
  const [u1, u2, ofGroup] = [own(), own(), own()];
  const bucketPolicies = new Map(
    BUCKETS.flatMap((name) => {
      const bucket = `arn:aws:s3:::${name}`;
      const inside = [[bucket, `${bucket}/*`], [`${bucket}/*`], [bucket], [`${bucket}/a/*`]];
      const statements = [
        ...times(0, 2, () => allow(some(ACTIONS), one(inside), { Principal: '*', Condition: one(DELEGATIONS) })),
        ...times(0, 1, () => ({
          ...allow(some(ACTIONS), one(inside), { Principal: { AWS: some(IDENTITIES) } }),
          Effect: chance(0.5) ? 'Allow' : 'Deny',
        })),
      ];
      return statements.length > 0 ? [[name, document(statements)] as const] : [];
    }),
  );
  const points = Object.entries(POINTS).map(([name, bucket]) => {
    const resources = [pointArn(name), `${pointArn(name)}/object/*`, `${pointArn(name)}/object/a/*`];
    const policy = document(times(1, 2, () => allow(some(ACTIONS), some(resources), { Principal: { AWS: some(IDENTITIES) } })));
    return { arn: pointArn(name), account: ACCOUNT, bucket, policy: chance(0.6) ? policy : null };
  });
  const files = {
    'iam.json': dump({
      groups: [group('g', ['OfGroup'])],
      policies: [managedPolicy('OfGroup', ofGroup)],
      users: [user('u1', { inline: { own: u1 }, groups: ['g'] }), user('u2', { inline: { own: u2 } })],
      roles: [role('r1', trust({ Service: 'ec2.amazonaws.com' }))],
    }),
    's3/list-buckets.json': { Buckets: BUCKETS.map((Name) => ({ Name })) },
    's3control/list-access-points.json': {
      AccessPointList: points.map(({ arn: AccessPointArn, bucket }) => ({ Name: AccessPointArn.split('/')[1], Bucket: bucket, NetworkOrigin: 'Internet', AccessPointArn, BucketAccountId: ACCOUNT })), // prettier-ignore
    },
    ...Object.fromEntries([...bucketPolicies].map(([name, policy]) => [`s3/get-bucket-policy/${name}.json`, { Policy: JSON.stringify(policy) }])),
    ...Object.fromEntries(
      points.flatMap(({ arn: point, policy }) =>
        policy ? [[`s3control/get-access-point-policy/${point.split('/')[1]}.json`, { Policy: JSON.stringify(policy) }]] : [],
      ),
    ),
  };
  return { files, points, bucketPolicies, policiesOf: new Map([[arn('user', 'u1'), [u1, ofGroup]], [arn('user', 'u2'), [u2]], [arn('role', 'r1'), []]]) }; // prettier-ignore
}

/** Returns the access by the reference: directly, or through the access point that gives the most. */
function expected(principal: string, bucket: string, { policiesOf, bucketPolicies, points }: RandomPoints): string {
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
      const own = points.filter((point) => point.bucket === bucket);
      const decisions = [referenceDecision(given), ...own.map((point) => referenceDecisionThrough(given, point))];
      const kind = kindOf(action);
      if (decisions.includes('Allowed')) modes[kind] = 2;
      else if (decisions.includes('Conditional')) modes[kind] = Math.max(modes[kind] ?? 0, 1);
    }
  }
  return Object.values(modes).join('');
}

describe('access through access points of S3', () => {
  it(`agrees with the reference evaluator in ${ACCOUNTS} random accounts`, () => {
    const outcomes = new Map<string, number>();
    for (let seed = 1; seed <= ACCOUNTS; seed += 1) {
      const random = randomPoints(dice(seed));
      const { entities, profileClasses, access } = buildGraph('t', factsOf(random.files), catalogue);
      for (const principal of IDENTITIES) {
        const identity = entities.find(({ entity }) => entity.nativeId === principal);
        const classes = new Set(
          profileClasses.flatMap(({ profileId, hops, pclassId }) => (profileId === identity?.profileId && hops.length === 0 ? [pclassId] : [])),
        );
        for (const bucket of BUCKETS) {
          const classId = entities.find(({ entity }) => entity.nativeId === `arn:aws:s3:::${bucket}`)?.classId;
          const row = access.find((one) => classes.has(one.pclassId) && one.classId === classId);
          const found = row ? `${row.read}${row.write}${row.admin}` : '000';
          const wanted = expected(principal, bucket, random);
          outcomes.set(wanted, (outcomes.get(wanted) ?? 0) + 1);
          if (found !== wanted)
            throw new Error(
              `seed ${seed}: ${principal} on ${bucket}: ${found}, not ${wanted}: ${JSON.stringify({ own: random.policiesOf.get(principal), bucket: random.bucketPolicies.get(bucket), points: random.points.filter((point) => point.bucket === bucket) })}`,
            );
        }
      }
    }
    expect(outcomes.size).toBeGreaterThan(5);
  });
});
