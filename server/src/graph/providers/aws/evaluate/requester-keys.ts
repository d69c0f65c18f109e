import type { KnownKeys } from '../compile/request-context';
import type { Requester } from './requester';

/** Values of `aws:PrincipalType` by kind of principal. */
const PRINCIPAL_TYPE: Partial<Record<Requester['kind'], string>> = {
  user: 'User',
  role: 'AssumedRole',
  session: 'AssumedRole',
  'federated-user': 'FederatedUser',
  root: 'Account',
  anonymous: 'Anonymous',
};

/**
 * Returns the request keys that the requester decides.
 * @see IAM User Guide, "AWS global condition context keys" and "Request information that you can use for policy variables"
 */
export function requesterKeys(requester: Requester): KnownKeys {
  const { kind, id, accountId, name } = requester;
  const type = PRINCIPAL_TYPE[kind];
  return {
    ...(type === undefined ? {} : { 'aws:principaltype': type }),
    'aws:username': kind === 'user' ? name : null,
    'aws:principalisawsservice': String(kind === 'service'),
    'aws:principalservicename': kind === 'service' ? id : null,
    ...(accountId === null ? keysOfOutsider(kind) : { ...accountKeys(accountId), 'aws:principalarn': principalArn(requester) }),
    ...(kind === 'root' && accountId !== null ? { 'aws:userid': accountId } : {}),
  };
}

/**
 * Returns the request keys that the requester's account decides. The policies of keys that AWS manages and the default policies of topics name
 * everyone, and limit access to one account by these keys.
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/conditions-kms.html#conditions-kms-caller-account
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-access-policy-use-cases.html#source-account-versus-source-owner
 */
export function accountKeys(accountId: string): KnownKeys {
  return { 'aws:principalaccount': accountId, 'kms:calleraccount': accountId, 'aws:sourceowner': accountId };
}

function keysOfOutsider(kind: Requester['kind']): KnownKeys {
  const nothing = { 'aws:principalarn': null, 'aws:principalorgid': null, 'aws:principalorgpaths': null };
  if (kind === 'anonymous') return { ...nothing, ...accountKeys('anonymous'), 'aws:userid': 'anonymous' };
  return kind === 'service' ? nothing : {};
}

/** Returns the role ARN for a session. A session ARN lacks the role's path, so an empty path is assumed. */
function principalArn({ kind, id, accountId, partition, name, sessionName }: Requester): string {
  return kind === 'session' && sessionName !== null ? `arn:${partition}:iam::${accountId}:role/${name}` : id;
}
