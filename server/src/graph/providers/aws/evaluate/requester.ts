import { isCanonicalId } from '../compile/canonical-id';

/** The signer of a request, as a resource policy can name it. */
export interface Requester {
  /** `account` is an unknown principal of an account. */
  kind: 'user' | 'role' | 'session' | 'federated-user' | 'root' | 'account' | 'service' | 'provider' | 'anonymous';
  /** ARN, or the name of a service or provider; `*` for anonymous. */
  id: string;
  /** Null where there is no account. */
  accountId: string | null;
  partition: string;
  /** Name without path of a user, role or session. A session has its role's name. */
  name: string;
  /** Session name; null for any session, in which case the id is the role ARN. */
  sessionName: string | null;
}

const NO_ACCOUNT = { accountId: null, partition: 'aws', name: '', sessionName: null };

/** Parses a principal as CloudTrail and IAM write it: an ARN, a service or provider name, or `*`. Returns null for anything else. */
export function parseRequester(text: string): Requester | null {
  if (text === '*' || text === '*anonymous*') return { ...NO_ACCOUNT, kind: 'anonymous', id: '*' };
  if (isCanonicalId(text)) return { ...NO_ACCOUNT, kind: 'account', id: text, accountId: text };
  const [, partition = 'aws', service, accountId = '', rest = ''] = /^arn:([^:]+):(iam|sts)::(\d{12}):(.+)$/.exec(text) ?? [];
  if (service === undefined) return parseServiceOrProvider(text);
  const [kind = '', ...path] = rest.split('/');
  const name = path.at(-1) ?? '';
  const made = { id: text, accountId, partition, name, sessionName: null };
  if (rest === 'root') return { ...made, kind: 'root' };
  if (name === '') return null;
  if (service === 'iam' && kind === 'user') return { ...made, kind: 'user' };
  if (service === 'iam' && kind === 'role') return { ...made, kind: 'role' };
  if (service === 'iam' && (kind === 'saml-provider' || kind === 'oidc-provider')) return { ...made, kind: 'provider', accountId: null };
  if (service === 'sts' && kind === 'federated-user') return { ...made, kind: 'federated-user' };
  if (service !== 'sts' || kind !== 'assumed-role' || path.length < 2) return null;
  return { ...made, kind: 'session', name: path[0] ?? '', sessionName: path.slice(1).join('/') };
}

function parseServiceOrProvider(text: string): Requester | null {
  if (/^[a-z0-9.-]+\.(amazonaws\.com(\.cn)?|amazon\.com|aws\.internal)$/i.test(text) && !text.startsWith('cognito-identity.')) {
    return { ...NO_ACCOUNT, kind: 'service', id: text };
  }
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/.*)?$/i.test(text) ? { ...NO_ACCOUNT, kind: 'provider', id: text } : null;
}

/** Returns an unspecified session of a role. Role policies are evaluated for it where the session is unknown. */
export function anySessionOf(roleArn: string): Requester | null {
  const role = parseRequester(roleArn);
  return role?.kind === 'role' ? { ...role, kind: 'session' } : null;
}

/** Reports whether a role is service-linked. Service control policies and resource control policies do not limit such roles. */
export function isServiceLinked({ kind, id, name }: Requester): boolean {
  return id.includes(':role/aws-service-role/') || (kind === 'session' && name.startsWith('AWSServiceRoleFor'));
}
