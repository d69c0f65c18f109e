import type { CatalogueFile } from '../../src/graph/engine/catalogue/catalogue';
import type { OrganizationLevel } from '../../src/graph/engine/evaluation';
import type { Entity } from '../../src/graph/engine/model';
import type { PolicyFact, PolicyKind, SourceFacts } from '../../src/graph/engine/source-facts';
import type { ReferencePolicy, ReferenceStatement } from './aws-reference';
import type { Dice } from './differential';

export const HOME = '111122223333';
export const ABROAD = '444455556666';
/** The organization of the account. */
export const ORGANIZATION = 'o-home';
const ROOT = `arn:aws:organizations::999999999999:root/${ORGANIZATION}/r-home`;
export const STRANGER = 'x.amazonaws.com';

/** A small catalogue with one action of each access level for each type of resource. */
export const SMALL_CATALOGUE: CatalogueFile = {
  services: {
    s3: {
      actions: [
        ['GetObject', 'Read', ['object']],
        ['PutObject', 'Write', ['object']],
        ['PutObjectAcl', 'Permissions management', ['object']],
        ['ListBucket', 'List', ['bucket']],
        ['DeleteBucket', 'Write', ['bucket']],
        ['PutBucketPolicy', 'Permissions management', ['bucket']],
        ['ListAllMyBuckets', 'List', []],
        ['CreateBucket', 'Write', ['bucket*']],
      ],
      resources: [
        ['bucket', 'arn:${Partition}:s3:::${BucketName}'],
        ['object', 'arn:${Partition}:s3:::${BucketName}/${ObjectName}'],
      ],
    },
    sqs: {
      actions: [
        ['SendMessage', 'Write', ['queue']],
        ['AddPermission', 'Permissions management', ['queue']],
        ['ListQueues', 'Read', []],
        ['CreateQueue', 'Write', ['queue*']],
      ],
      resources: [['queue', 'arn:${Partition}:sqs:${Region}:${Account}:${QueueName}']],
    },
    kms: {
      actions: [
        ['Decrypt', 'Write', ['key']],
        ['PutKeyPolicy', 'Permissions management', ['key']],
      ],
      resources: [['key', 'arn:${Partition}:kms:${Region}:${Account}:key/${KeyId}']],
    },
    iam: {
      actions: [
        ['DeleteUser', 'Write', ['user']],
        ['CreateUser', 'Write', ['user*']],
        // Needs an existing user, and creates a device.
        ['CreateDevice', 'Permissions management', ['device*', 'user*']],
      ],
      resources: [
        ['user', 'arn:${Partition}:iam::${Account}:user/${UserNameWithPath}'],
        ['device', 'arn:${Partition}:iam::${Account}:device/${DeviceName}'],
      ],
    },
    sts: { actions: [['AssumeRole', 'Write', ['role']]], resources: [['role', 'arn:${Partition}:iam::${Account}:role/${RoleNameWithPath}']] },
  },
};

const QUEUE = `arn:aws:sqs:eu-west-1:${HOME}:jobs`;
const KEY = `arn:aws:kms:us-east-1:${HOME}:key/k1`;
const USER_1 = `arn:aws:iam::${HOME}:user/u1`;
const ROLE_1 = `arn:aws:iam::${HOME}:role/app/r1`;
const GUEST = `arn:aws:iam::${ABROAD}:user/v1`;

const ACTIONS = [
  '*',
  's3:*',
  's3:GetObject',
  'S3:put*',
  's3:ListBucket',
  's3:?etObject',
  's3:List*',
  'sqs:*',
  'sqs:SendMessage',
  'kms:*',
  'iam:*',
  'sts:*',
  '*:Delete*',
  '*:Create*',
];
const RESOURCES = [
  '*', '*', 'arn:aws:s3:::*', 'arn:aws:s3:::b1', 'arn:aws:s3:::b1/*', 'arn:aws:s3:::b1/a/*', 'arn:aws:s3:::b?', 'arn:aws:s3:::b2/*.txt', 'arn:aws:s3:::b1/${aws:username}/*',
  'arn:aws:sqs:*:*:j*', QUEUE, 'arn:aws:sqs:us-east-1:*:*', 'arn:aws:iam::*:user/u1', KEY, `arn:aws:iam::${HOME}:*`, 'arn:aws:s3:::${aws:PrincipalTag/team}/*',
  'arn:aws:iam::*:device/app-*', `arn:aws:iam::${HOME}:user/*`,
]; // prettier-ignore
/** Object keys that the patterns above distinguish. */
export const OBJECT_KEYS = ['other', 'a/x', 'a/z.txt', 'x.txt', 'u1/x', 'u2/x', 'v1/x'];

const inRegions = (service: string, ...names: string[]): string[] =>
  names.flatMap((name) => ['eu-west-1', 'us-east-1', 'af-south-1'].map((region) => `arn:aws:${service}:${region}:${HOME}:${name}`));
/** Resources that may be created and that the patterns above distinguish, with what each needs to exist. */
export const TO_MAKE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  's3:CreateBucket': [['arn:aws:s3:::b9', 'arn:aws:s3:::other']],
  'sqs:CreateQueue': [inRegions('sqs', 'j', 'other')],
  'iam:CreateUser': [[`arn:aws:iam::${HOME}:user/other`]],
  'iam:CreateDevice': [
    [`arn:aws:iam::${HOME}:device/app-x`, `arn:aws:iam::${HOME}:device/other`],
    [USER_1, `arn:aws:iam::${HOME}:user/other`],
  ],
};

const CONDITIONS: Record<string, Record<string, unknown>>[] = [
  { Bool: { 'aws:SecureTransport': 'true' } },
  { StringEquals: { 'aws:username': ['u1', 'v1'] } },
  { StringNotEqualsIfExists: { 'aws:PrincipalTag/team': 'data' } },
  { StringEquals: { 'aws:ResourceTag/team': '${aws:PrincipalTag/team}' } },
  { StringEquals: { 'aws:ResourceTag/stage': 'prod' } },
  { StringNotEquals: { 'aws:RequestedRegion': 'eu-west-1' } },
  { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/*' } },
  { StringEquals: { 'aws:PrincipalAccount': HOME } },
  { StringNotEquals: { 'aws:ResourceAccount': '${aws:PrincipalAccount}' } },
  { Null: { 'aws:SourceArn': 'true' } },
  { StringEquals: { 'aws:PrincipalOrgID': ORGANIZATION } },
  { 'ForAnyValue:StringLike': { 'aws:PrincipalOrgPaths': `${ORGANIZATION}/r-home/*` } },
  { StringEquals: { 'aws:PrincipalAccount': ABROAD } },
  { StringEquals: { 'kms:CallerAccount': HOME } },
  { ArnLike: { 'aws:PrincipalArn': `arn:aws:iam::${HOME}:*` } },
  { StringLike: { 'aws:PrincipalType': 'Assumed*' }, Bool: { 'aws:SecureTransport': 'true' } },
];
const NAMES = [
  USER_1,
  `arn:aws:iam::${HOME}:user/u2`,
  ROLE_1,
  `arn:aws:sts::${HOME}:assumed-role/r1/s1`,
  HOME,
  `arn:aws:iam::${HOME}:root`,
  ABROAD,
  GUEST,
  '*',
];

function statement(dice: Dice, allows: number): ReferenceStatement {
  const { chance, some, one } = dice;
  return {
    Effect: chance(allows) ? 'Allow' : 'Deny',
    ...(chance(0.85) ? { Action: some(ACTIONS) } : { NotAction: some(ACTIONS.slice(1)) }),
    ...(chance(0.85) ? { Resource: some(RESOURCES) } : { NotResource: some(RESOURCES.slice(2)) }),
    ...(chance(0.3) ? { Condition: one(CONDITIONS) } : {}),
  };
}

const policy = (Statement: ReferenceStatement[]): ReferencePolicy => ({ Version: '2012-10-17', Statement });

function ofPrincipal(dice: Dice, allows = 0.75): ReferencePolicy {
  return policy(dice.times(1, 3, () => statement(dice, allows)));
}

/** Returns a statement of a resource policy, which has principals too. */
function ofResource(dice: Dice, Action: string): ReferencePolicy {
  const { chance, some } = dice;
  const principals = (): Pick<ReferenceStatement, 'Principal' | 'NotPrincipal'> => {
    if (chance(0.1)) return { NotPrincipal: { AWS: some([USER_1, HOME, GUEST]) } };
    return { Principal: chance(0.15) ? '*' : { AWS: some(NAMES), ...(chance(0.2) ? { Service: STRANGER } : {}) } };
  };
  return policy(
    dice.times(1, 2, () => ({ ...statement(dice, 0.75), Action, NotAction: undefined, Resource: '*', NotResource: undefined, ...principals() })),
  );
}

export interface RandomIdentity {
  entity: Entity;
  policies: ReferencePolicy[];
  boundary: ReferencePolicy | null;
}

/** Accounts of an organization with all policies that apply to them. */
export interface RandomAccounts {
  home: SourceFacts;
  abroad: SourceFacts;
  identities: RandomIdentity[];
  guest: RandomIdentity;
  /** By native ID. */
  resourcePolicies: Map<string, ReferencePolicy>;
  scps: ReferencePolicy[][];
  rcps: ReferencePolicy[][];
  levels: OrganizationLevel[];
  /** Levels of the guest's account; null where its organization is unknown. */
  guestLevels: OrganizationLevel[] | null;
}

export function randomAccounts(dice: Dice): RandomAccounts {
  const { chance, times } = dice;
  const own = (): ReferencePolicy[] => times(0, 2, () => ofPrincipal(dice));
  const limit = (): ReferencePolicy | null => (chance(0.3) ? ofPrincipal(dice, 0.9) : null);
  const group = { entity: entity('GROUP', 'g', `arn:aws:iam::${HOME}:group/g`), policies: own(), boundary: null };
  const inGroup = chance(0.5);
  const u1 = { entity: entity('USER', 'u1', USER_1, { 'tag.team': 'data' }), policies: own(), boundary: limit() };
  const u2 = { entity: entity('USER', 'u2', `arn:aws:iam::${HOME}:user/u2`), policies: own(), boundary: limit() };
  const r1 = { entity: entity('ROLE', 'r1', ROLE_1), policies: own(), boundary: limit() };
  const guest = { entity: entity('USER', 'v1', GUEST), policies: own(), boundary: limit() };
  const b1 = entity('OBJECT_STORE', 'b1', 'arn:aws:s3:::b1', { 'tag.team': 'data' });
  const b2 = entity('OBJECT_STORE', 'b2', 'arn:aws:s3:::b2', { 'tag.stage': 'prod' });
  const resources = [b1, b2, entity('AWS_SQS', 'jobs', QUEUE), entity('AWS_KMS', 'k1', KEY), entity('ACCOUNT_DATA', HOME, HOME)];
  const resourcePolicies = new Map<string, ReferencePolicy>([
    [ROLE_1, ofResource(dice, 'sts:AssumeRole')],
    [KEY, ofResource(dice, 'kms:*')],
  ]);
  if (chance(0.6)) resourcePolicies.set(b1.nativeId, ofResource(dice, 's3:*'));
  if (chance(0.4)) resourcePolicies.set(QUEUE, ofResource(dice, 'sqs:*'));
  const level = (): ReferencePolicy[] => [policy([{ Effect: 'Allow', Action: '*', Resource: '*' }]), ...times(0, 1, () => ofPrincipal(dice, 0.3))];
  const scps = chance(0.5) ? times(1, 2, level) : [];
  const rcps = chance(0.3) ? times(1, 2, level) : [];
  const policiesOf = (identities: RandomIdentity[]): PolicyFact[] =>
    identities.flatMap((one) => [
      ...one.policies.map((document, index) => fact('identity', one.entity.nativeId, document, index)),
      ...(one.boundary ? [fact('boundary', one.entity.nativeId, one.boundary, 0)] : []),
    ]);
  const home: SourceFacts = {
    ...EMPTY,
    accountId: HOME,
    entities: [u1, u2, r1, group].map((one) => one.entity).concat(resources),
    relations: inGroup
      ? [{ child: { nativeId: USER_1 }, parent: { nativeId: group.entity.nativeId, uri: group.entity.uri }, kind: 'member_of', detail: {} }]
      : [],
    policies: [
      ...policiesOf([u1, u2, r1, group]),
      ...[...resourcePolicies].map(([nativeId, document]) => fact(nativeId === ROLE_1 ? 'trust' : 'resource', nativeId, document, 0)),
    ],
  };
  return {
    home,
    abroad: { ...EMPTY, accountId: ABROAD, entities: [guest.entity], policies: policiesOf([guest]) },
    identities: [{ ...u1, policies: [...u1.policies, ...(inGroup ? group.policies : [])] }, u2, r1],
    guest,
    resourcePolicies,
    scps,
    rcps,
    guestLevels: chance(0.5) ? [{ node: { nativeId: ROOT }, policies: [] }] : null,
    levels: [
      { node: { nativeId: ROOT }, policies: [] },
      ...scps.map((policies, index) => ({
        node: { nativeId: `ou-${index}` },
        policies: policies.map((document, at) => fact('scp', `ou-${index}`, document, at)),
      })),
      ...rcps.map((policies, index) => ({
        node: { nativeId: `ou-${index}` },
        policies: policies.map((document, at) => fact('rcp', `ou-${index}`, document, at)),
      })),
    ],
  };
}

const EMPTY: SourceFacts = {
  cloudType: 'AWS',
  accountId: '',
  entities: [],
  relations: [],
  policies: [],
  usage: [],
  events: [],
  usageSince: null,
  warnings: [],
};
const IDENTITIES = ['USER', 'ROLE', 'GROUP'];

function entity(type: string, name: string, nativeId: string, attributes: Record<string, unknown> = {}): Entity {
  const accountId = nativeId.includes(ABROAD) ? ABROAD : HOME;
  const region = nativeId.split(':')[3] || '-';
  const uri = `t:AWS:${accountId}:${region}:${type}:${name}`;
  return {
    uri,
    nativeId,
    name,
    type,
    accountId,
    cloudType: 'AWS',
    region,
    isIdentity: IDENTITIES.includes(type),
    isResource: type !== 'GROUP',
    attributes,
  };
}

function fact(kind: PolicyKind, holder: string, document: ReferencePolicy, index: number): PolicyFact {
  const policyId = `${holder}/${kind}-${index}`;
  return { policyId, name: policyId, uri: `t:${policyId}`, kind, holder: { nativeId: holder }, document: JSON.stringify(document) };
}
