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
 * Returns the request keys that the requester decides. Whoever signs in through an identity provider does not sign the request.
 * @see IAM User Guide, "AWS global condition context keys" and "Request information that you can use for policy variables"
 */
export function requesterKeys(requester: Requester): KnownKeys {
  const { kind, id, accountId, name } = requester;
  // Some principal of the account: only the request decides which one.
  if (kind === 'account') return { ...(accountId === null ? {} : accountKeys(accountId)), 'aws:principalisawsservice': 'false' };
  const keys: Record<string, string | null> = {
    'aws:username': kind === 'user' ? name : null,
    // Only signed requests have the key.
    'aws:principalisawsservice': kind === 'anonymous' || kind === 'provider' ? null : String(kind === 'service'),
    'aws:principalservicename': kind === 'service' ? id : null,
  };
  const type = PRINCIPAL_TYPE[kind];
  if (type !== undefined) keys['aws:principaltype'] = type;
  if (accountId === null) return Object.assign(keys, keysOfOutsider(kind));
  keys['aws:principalarn'] = principalArn(requester);
  if (kind === 'root') keys['aws:userid'] = accountId;
  return Object.assign(keys, accountKeys(accountId));
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
  return nothing;
}

/**
 * Reports whether only a sign-in through another identity provider has a request key: tokens and assertions have the keys of their own provider.
 * @param key in lower case
 * @param provider as a trust policy names it
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_iam-condition-keys.html#condition-keys-wif
 */
export function isOfAnotherProvider(key: string, provider: string): boolean {
  const prefix = provider.includes(':saml-provider/') ? 'saml' : (provider.split(':oidc-provider/')[1] ?? provider).toLowerCase();
  return (key.startsWith('saml:') || /^[^:]*\.[^:]*:/.test(key)) && !key.startsWith(`${prefix}:`);
}

/** Returns the role ARN for a session. A session ARN lacks the role's path, so an empty path is assumed. */
function principalArn({ kind, id, accountId, partition, name, sessionName }: Requester): string {
  return kind === 'session' && sessionName !== null ? `arn:${partition}:iam::${accountId}:role/${name}` : id;
}
