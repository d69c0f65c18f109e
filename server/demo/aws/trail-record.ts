import type { Plan } from '../plan';
import type { AwsAccount } from './accounts';
import type { AwsResource } from './inventory';
import type { AwsRole } from './roles';
import type { Call } from './trail-calls';
import type { AwsUser } from './users';

/** A call to record. */
export interface TrailCall {
  account: AwsAccount;
  call: Call;
  thing: AwsResource | null;
  identity: Record<string, unknown>;
  address: string;
  /** Time, ISO 8601. */
  at: string;
  requestParameters?: Record<string, unknown>;
}

/** Returns a CloudTrail record. @see https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-record-contents.html */
export function trailRecord(plan: Plan, made: TrailCall): Record<string, unknown> {
  const { account, call, thing, identity, address, at } = made;
  const rng = plan.seed.at('trail', account.id, at, call.name, String(identity.arn ?? identity.principalId));
  const isData = ['GetObject', 'PutObject', 'ListObjects', 'GetItem', 'PutItem', 'ReceiveMessage'].includes(call.name);
  return {
    eventVersion: '1.11',
    userIdentity: identity,
    eventTime: at,
    eventSource: `${call.service}.amazonaws.com`,
    eventName: call.name,
    awsRegion: thing?.region ?? account.regions[0],
    sourceIPAddress: address,
    userAgent: call.changes ? 'Boto3/1.35.2' : 'aws-cli/2.17.40',
    requestParameters: made.requestParameters ?? (thing ? parametersOf(account, thing) : null),
    responseElements: null,
    requestID: rng.uuid(),
    eventID: rng.uuid(),
    readOnly: call.changes !== true,
    ...(thing ? { resources: [{ ARN: thing.arn, accountId: account.id }] } : {}),
    eventType: 'AwsApiCall',
    managementEvent: !isData,
    recipientAccountId: account.id,
    eventCategory: isData ? 'Data' : 'Management',
  };
}

function parametersOf({ id }: AwsAccount, { kind, name, region }: AwsResource): Record<string, unknown> {
  switch (kind) {
    case 'bucket':
      return { bucketName: name, Host: `${name}.s3.amazonaws.com` };
    case 'table':
      return { tableName: name };
    case 'function':
      return { functionName: name };
    case 'instance':
      return { instancesSet: { items: [{ instanceId: name }] } };
    case 'queue':
      return { queueUrl: `https://sqs.${region}.amazonaws.com/${id}/${name}` };
    default:
      return { secretId: name };
  }
}

/** Returns the identity of a role session. */
export function sessionOf(plan: Plan, { id }: AwsAccount, role: AwsRole, session: string): Record<string, unknown> {
  const roleId = plan.seed.at('role-id', role.arn).iamId('AROA');
  return {
    type: 'AssumedRole',
    principalId: `${roleId}:${session}`,
    arn: `arn:aws:sts::${id}:assumed-role/${role.name}/${session}`,
    accountId: id,
    accessKeyId: plan.seed.at('session-key', role.arn, session).iamId('ASIA').slice(0, 20),
    sessionContext: {
      sessionIssuer: { type: 'Role', principalId: roleId, arn: role.arn, accountId: id, userName: role.name },
      attributes: { mfaAuthenticated: 'false' },
    },
  };
}

export function userIdentity(plan: Plan, { id }: AwsAccount, { arn, name }: AwsUser): Record<string, unknown> {
  return {
    type: 'IAMUser',
    principalId: plan.seed.at('user-id', arn).iamId('AIDA'),
    arn,
    accountId: id,
    accessKeyId: plan.seed.at('user-key', arn).iamId('AKIA').slice(0, 20),
    userName: name,
  };
}

/** Returns the call that assumes a role, with its caller. */
export function assumeRoleCall(role: AwsRole, by: 'AssumeRole' | 'AssumeRoleWithSAML' | 'AssumeRoleWithWebIdentity', session: string) {
  return { call: { service: 'sts', name: by } satisfies Call, requestParameters: { roleArn: role.arn, roleSessionName: session } };
}
