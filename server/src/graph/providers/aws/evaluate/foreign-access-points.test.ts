import { ACCOUNT, allow, dump, policyDocument, user } from '../../../../../test/support/aws-account';
import { factsOf } from '../../../../../test/support/aws-bundle';
import { catalogue } from '../../../../../test/support/evaluate-aws';
import type { Evaluation } from '../../../engine/evaluation';
import { evaluateAws } from './evaluate';

/** The account of the access point. */
const PARTNER = '444455556666';
const BUCKET = 'arn:aws:s3:::shared';
const POINT = `arn:aws:s3:eu-west-1:${PARTNER}:accesspoint/report`;
const ANN = `arn:aws:iam::${PARTNER}:user/ann`;
const OBJECTS = `${POINT}/object/*`;

interface World {
  /** Statements of the bucket policy. */
  bucket?: object[];
  /** Statements of the policy of the access point; null: it has none. */
  point?: object[] | null;
  /** Statements of Ann's own policy. */
  ann?: object[];
  /** Further fields of the access point. */
  fields?: object;
  /** The account of the access point is connected. */
  isConnected?: boolean;
}

const delegation = (actions: string | string[] = 's3:*', condition: object = { StringEquals: { 's3:DataAccessPointAccount': PARTNER } }): object =>
  allow(actions, [BUCKET, `${BUCKET}/*`], { Principal: '*', Condition: condition });

function evaluate({ bucket = [delegation()], point = null, ann = [], fields = {}, isConnected = true }: World): Evaluation {
  const owner = factsOf({
    'iam.json': dump({ users: [] }),
    's3/list-buckets.json': { Buckets: [{ Name: 'shared' }] },
    's3/get-bucket-policy/shared.json': { Policy: JSON.stringify(policyDocument(...bucket)) },
    's3control/list-access-points.json': { AccessPointList: [] },
  });
  const listed = { Name: 'report', Bucket: 'shared', NetworkOrigin: 'Internet', AccessPointArn: POINT, BucketAccountId: ACCOUNT, ...fields };
  const text = JSON.stringify(dump({ users: [user('ann', { inline: { own: policyDocument(...ann) } })] })).replaceAll(ACCOUNT, PARTNER);
  const partner = factsOf(
    {
      'iam.json': text,
      's3control/list-access-points.json': { AccessPointList: [listed] },
      ...(point ? { 's3control/get-access-point-policy/report.json': { Policy: JSON.stringify(policyDocument(...point)) } } : {}),
    },
    PARTNER,
  );
  expect(partner.said).toEqual([]);
  const evaluation = evaluateAws(owner, {
    tenantId: 't',
    catalogue,
    holders: [],
    organization: null,
    accounts: new Map(isConnected ? [[PARTNER, partner]] : []),
    organizations: new Map(),
    federation: [],
    accessPoints: isConnected ? partner.policies.filter(({ kind }) => kind === 'access_point') : [],
  });
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  return step.value;
}

/** Returns the access to the bucket as letters, capital where unconditional. */
function accessOf({ pclassOf, access, classOf }: Evaluation, principal: RegExp): string {
  const pclass = [...pclassOf].find(([uri]) => principal.test(uri))?.[1];
  const rclass = [...classOf].find(([uri]) => uri.endsWith(':OBJECT_STORE:shared'))?.[1];
  const row = access.find(({ pclassId, classId }) => pclassId === pclass && classId === rclass);
  if (!row) return '';
  return [...'rwa'].map((letter, index) => ['', letter, letter.toUpperCase()][[row.read, row.write, row.admin][index] ?? 0]).join('');
}

const annIn = (world: World): string => accessOf(evaluate(world), /:USER:ann$/);

describe('an access point of another account', () => {
  it('gives a user whose policy allows the access point the access to which the bucket delegates', () => {
    const ann = [allow('s3:GetObject', OBJECTS)];
    expect(annIn({ ann })).toBe('R');
    expect(annIn({ ann: [allow('s3:*', '*')] })).toBe('RWA');
    expect(annIn({ ann, bucket: [allow('s3:GetObject', `${BUCKET}/*`, { Principal: { AWS: ANN } })] })).toBe('R');
    expect(annIn({ ann: [allow('s3:*', '*')], bucket: [delegation('s3:GetObject')] })).toBe('R');
    expect(annIn({ ann, bucket: [delegation('s3:*', { ArnLike: { 's3:DataAccessPointArn': `arn:aws:s3:*:${PARTNER}:accesspoint/*` } })] })).toBe('R');
  });

  it('gives nothing where the bucket delegates to other access points, or not at all', () => {
    const ann = [allow('s3:GetObject', OBJECTS)];
    expect(annIn({ ann, bucket: [delegation('s3:*', { StringEquals: { 's3:DataAccessPointAccount': ACCOUNT } })] })).toBe('');
    expect(annIn({ ann, bucket: [delegation('s3:PutObject')] })).toBe('');
    expect(annIn({ ann, bucket: [allow('s3:GetObject', `${BUCKET}/*`, { Principal: { AWS: ANN.replace('ann', 'bob') } })] })).toBe('');
  });

  it('is conditional where only its own policy admits the user, or where it also denies something', () => {
    const admits = allow('s3:GetObject', OBJECTS, { Principal: { AWS: ANN } });
    expect(annIn({ point: [admits] })).toBe('r');
    expect(annIn({ point: [admits], bucket: [delegation('s3:ListBucket')] })).toBe('');
    const ann = [allow('s3:GetObject', OBJECTS)];
    expect(annIn({ ann, point: [admits, { ...allow('s3:GetObject', OBJECTS, { Principal: '*' }), Effect: 'Deny' }] })).toBe('r');
    expect(annIn({ ann: [...ann, { ...allow('s3:GetObject', `${POINT}/object/payroll/*`), Effect: 'Deny' }] })).toBe('r');
    expect(annIn({ ann: [...ann, { ...allow('s3:*', `${BUCKET}/*`), Effect: 'Deny' }] })).toBe('');
  });

  it('admits requests from its network only, if it has one', () => {
    const fields = { NetworkOrigin: 'VPC', VpcConfiguration: { VpcId: 'vpc-1' } };
    expect(annIn({ ann: [allow('s3:GetObject', OBJECTS)], fields })).toBe('r');
  });

  it('gives its account conditional access if the account is not connected, because it can admit anybody of its own', () => {
    const found = evaluate({ isConnected: false, bucket: [delegation('s3:GetObject')] });
    expect(accessOf(found, new RegExp(`:EXT_ACCOUNT:.*${PARTNER}`))).toBe('r');
    expect(accessOf(evaluate({ bucket: [delegation('s3:GetObject')], ann: [allow('s3:GetObject', OBJECTS)] }), /:EXT_ACCOUNT:/)).toBe('');
  });

  it('makes the bucket public only if its policy admits everyone and does not restrict public access', () => {
    const isPublic = ({ attributes }: Evaluation): unknown => [...attributes].find(([uri]) => uri.endsWith(':OBJECT_STORE:shared'))?.[1].public;
    const point = [allow('s3:GetObject', OBJECTS, { Principal: '*' })];
    expect(isPublic(evaluate({ isConnected: false }))).not.toBe(true);
    expect(isPublic(evaluate({ ann: [allow('s3:GetObject', OBJECTS)] }))).not.toBe(true);
    expect(isPublic(evaluate({ point }))).toBe(true);
    expect(annIn({ point })).toBe('r');
    const toAccount = { Principal: { AWS: `arn:aws:iam::${PARTNER}:root` }, Condition: { StringEquals: { 's3:DataAccessPointAccount': PARTNER } } };
    expect(annIn({ point, bucket: [allow('s3:GetObject', `${BUCKET}/*`, toAccount)] })).toBe('r');
    expect(annIn({ point, bucket: [allow('s3:GetObject', `${BUCKET}/a/*`, toAccount)] })).toBe('r');
  });
});
