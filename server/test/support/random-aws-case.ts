import type { ReferencePolicy, ReferenceStatement } from './aws-reference';
import type { Dice } from './differential';

export const HOME = '111122223333';
export const OTHER = '444455556666';

const PRINCIPALS = [
  `arn:aws:iam::${HOME}:user/u1`, `arn:aws:iam::${HOME}:user/u1`, `arn:aws:iam::${HOME}:user/u2`, `arn:aws:iam::${HOME}:role/app/r1`, `arn:aws:sts::${HOME}:assumed-role/r1/s1`,
  `arn:aws:sts::${HOME}:assumed-role/r1/s2`, `arn:aws:iam::${HOME}:root`, `arn:aws:iam::${HOME}:role/aws-service-role/x.amazonaws.com/AWSServiceRoleForX`, 'x.amazonaws.com', '*anonymous*',
]; // prettier-ignore
const ACTIONS = [
  'iam:GetRole',
  'sts:GetCallerIdentity',
  's3:DeleteBucketPolicy',
  's3:GetObject',
  's3:PutObject',
  's3:ListBucket',
  'sqs:SendMessage',
  'kms:Decrypt',
  'sts:AssumeRole',
];
const KEY = `arn:aws:kms:eu-west-1:${HOME}:key/k1`;
const ROLE = `arn:aws:iam::${HOME}:role/r2`;
const RESOURCES = ['arn:aws:s3:::b1/u1/x', 'arn:aws:s3:::b1/a:b', 'arn:aws:s3:::b2', `arn:aws:sqs:eu-west-1:${HOME}:q1`, KEY, ROLE, '*'];
const ACTION_PATTERNS = ['*', 's3:*', 'S3:Get*', 's3:?utObject', 's3:ListBucket', 'sqs:*', 'kms:*', 'kms:Decrypt', 'sts:*', '*:*', 'sts:AssumeRole'];
const RESOURCE_PATTERNS = [
  '*', '*', 'arn:aws:s3:::*', 'arn:aws:s3:::b1/*', 'arn:aws:s3:::b?', 'arn:aws:s3:::b1/${aws:username}/*', 'arn:aws:s3:::b1/${aws:PrincipalTag/team}/*', 'arn:aws:sqs:*:*:q1', 'arn:aws:sqs:us-*:*:*', 'arn:aws:kms:*:*:key/*',
  'arn:aws:iam::*:role/r?', 'arn:aws:*:*:*:*', 'arn:aws:s3:::b1/${*}/x', 'arn:aws:s3:::${saml:sub}/u1/*',
]; // prettier-ignore
const PRINCIPAL_NAMES = [...PRINCIPALS.filter((name) => name.startsWith('arn:') && !name.includes('aws-service-role')), HOME, `arn:aws:iam::${HOME}:root`, OTHER, `arn:aws:iam::${OTHER}:user/u9`, '*']; // prettier-ignore

/** Condition key, matching operators, values in policies, values in requests. */
const CONDITIONS: [string, string[], string[], string[]][] = [
  ['aws:SourceIp', ['IpAddress', 'NotIpAddress'], ['10.0.0.0/8', '10.1.2.3', '203.0.113.0/24'], ['10.1.2.3', '203.0.113.9', '8.8.8.8']],
  ['aws:MultiFactorAuthPresent', ['Bool', 'BoolIfExists', 'Null'], ['true', 'false'], ['true', 'false']],
  ['aws:username', ['StringEquals', 'StringNotEquals', 'StringLike', 'StringNotLikeIfExists', 'Null'], ['u1', 'U1', 'u*', '${aws:PrincipalTag/team}'], ['u1', 'u2']],
  ['aws:PrincipalTag/team', ['StringEquals', 'StringEqualsIgnoreCase', 'StringNotEqualsIgnoreCase', 'StringNotEqualsIfExists', 'Null', 'StringLike'], ['data', 'DATA', 'd?t*', '${aws:username}', '${saml:sub}'], ['data', 'web', '*']],
  ['aws:TagKeys', ['ForAllValues:StringEquals', 'ForAnyValue:StringEquals', 'ForAllValues:StringNotEquals', 'ForAnyValue:StringNotLike', 'ForAnyValue:StringLikeIfExists', 'StringEquals'], ['a', 'b', 'c*'], ['a', 'b', 'cd']],
  ['s3:max-keys', ['NumericLessThan', 'NumericLessThanEquals', 'NumericGreaterThanIfExists', 'NumericGreaterThanEquals', 'NumericEquals', 'NumericNotEquals'], ['10', '50'], ['5', '10', '99', 'many']],
  ['aws:CurrentTime', ['DateLessThan', 'DateGreaterThan', 'DateEquals', 'DateNotEquals'], ['2026-01-01T00:00:00Z', '1767225600', '2030-06-01T00:00:00Z'], ['2026-01-01T00:00:00Z', '2028-01-01T00:00:00Z']],
  ['aws:SourceArn', ['ArnLike', 'ArnEquals', 'ArnNotLike', 'ArnNotEqualsIfExists'], ['arn:aws:s3:::b*', 'arn:aws:sns:*:*:t', '*'], ['arn:aws:s3:::b1', 'arn:aws:sns:eu-west-1:1:t']],
  ['aws:PrincipalArn', ['ArnLike', 'ArnNotEquals', 'StringEquals', 'Null'], ['arn:aws:iam::*:user/u1', 'arn:aws:iam::*:role/*'], []],
  ['aws:PrincipalAccount', ['StringEquals', 'StringNotEqualsIfExists'], [HOME, OTHER], []],
  ['aws:ResourceAccount', ['StringEquals', 'StringNotEquals'], [HOME, OTHER, '${aws:PrincipalAccount}'], []],
  ['aws:RequestedRegion', ['StringEquals', 'StringNotEquals'], ['eu-west-1', 'us-east-1'], ['eu-west-1', 'us-east-1']],
  ['kms:Blob', ['BinaryEquals'], ['QUI=', 'QkI='], ['QUI=']],
]; // prettier-ignore

export function randomCondition({ one, some, chance }: Dice): Record<string, Record<string, unknown>> {
  const [key, operators, values] = one(CONDITIONS);
  const operator = one(operators);
  const wanted = operator === 'Null' ? [one(['true', 'false'])] : some(values);
  return { [operator]: { [chance(0.2) ? key.toUpperCase() : key]: wanted.length === 1 && chance(0.5) ? wanted[0] : wanted } };
}

export function randomStatement(dice: Dice, { principals = false, allows = 0.85 } = {}): ReferenceStatement {
  const { chance, one, some } = dice;
  const named = { AWS: some(PRINCIPAL_NAMES), ...(chance(0.1) ? { Service: 'x.amazonaws.com' } : {}) };
  return {
    Effect: chance(allows) ? 'Allow' : 'Deny',
    ...(chance(0.85) ? { Action: some(ACTION_PATTERNS) } : { NotAction: one(ACTION_PATTERNS.slice(1)) }),
    ...(chance(0.88) ? { Resource: chance(0.6) ? '*' : some(RESOURCE_PATTERNS) } : { NotResource: some(RESOURCE_PATTERNS.slice(2)) }),
    ...(principals ? (chance(0.1) ? { NotPrincipal: named } : { Principal: chance(0.2) ? '*' : named }) : {}),
    ...(chance(0.4) ? { Condition: { ...randomCondition(dice), ...(chance(0.2) ? randomCondition(dice) : {}) } } : {}),
  };
}

export function randomPolicy(dice: Dice, options: { principals?: boolean; allows?: number } = {}): ReferencePolicy {
  const Version = dice.chance(0.9) ? '2012-10-17' : '2008-10-17';
  return { Version, Statement: dice.times(1, 3, () => randomStatement(dice, options)) };
}

/** The case in the format of `cam evaluate`. */
export interface RandomCase {
  id: number;
  provider: 'aws';
  principal_policies: ReferencePolicy[];
  boundary: ReferencePolicy | null;
  session_policy: ReferencePolicy | null;
  scps: { orgIdentifier: string; policies: ReferencePolicy[] }[] | null;
  rcps: { orgIdentifier: string; policies: ReferencePolicy[] }[] | null;
  endpoint_policies: ReferencePolicy[];
  resource_policy: ReferencePolicy | null;
  context_complete: boolean;
  request: { principal: string; action: string; resource: string; resource_account: string; context: Record<string, string[]> };
}

export function randomCase(dice: Dice, id: number): RandomCase {
  const { chance, one, some, times } = dice;
  const generous = { allows: 0.9 };
  const maybe = <T>(of: number, make: () => T): T | null => (chance(of) ? make() : null);
  const levels = () =>
    times(1, 3, () => ({ orgIdentifier: 'ou', policies: [...(chance(0.7) ? [FULL] : []), ...times(0, 1, () => randomPolicy(dice, generous))] }));
  const context = Object.fromEntries(
    CONDITIONS.flatMap(([key, , , values]) =>
      values.length > 0 && chance(0.3) ? [[key, key === 'aws:TagKeys' ? some(values) : [one(values)]]] : [],
    ),
  );
  return {
    id,
    provider: 'aws',
    principal_policies: [...(chance(0.4) ? [FULL] : []), ...times(0, 2, () => randomPolicy(dice))],
    boundary: maybe(0.3, () => (chance(0.3) ? FULL : randomPolicy(dice, generous))),
    session_policy: maybe(0.2, () => randomPolicy(dice, generous)),
    scps: maybe(0.3, levels),
    rcps: maybe(0.3, levels),
    endpoint_policies: chance(0.2) ? [randomPolicy(dice, { principals: true, allows: 0.9 })] : [],
    resource_policy: maybe(0.5, () => randomPolicy(dice, { principals: true })),
    context_complete: chance(0.2),
    request: { principal: one(PRINCIPALS), action: one(ACTIONS), resource: one(RESOURCES), resource_account: chance(0.75) ? HOME : OTHER, context },
  };
}

const FULL: ReferencePolicy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };

/** All keys that random conditions use. */
export const ASKED_KEYS: readonly string[] = [...CONDITIONS.map(([key]) => key.toLowerCase()), 'saml:sub'];
