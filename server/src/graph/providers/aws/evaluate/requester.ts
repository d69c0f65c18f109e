import { isCanonicalId } from '../compile/canonical-id';

/** Who signs a request, as a resource policy can name it. */
export interface Requester {
  /** `account`: somebody of an account of which nothing else is known. */
  kind: 'user' | 'role' | 'session' | 'federated-user' | 'root' | 'account' | 'service' | 'provider' | 'anonymous';
  /** ARN, name of a service or a provider; `*` for nobody in particular. */
  id: string;
  /** Null where no account stands behind it. */
  accountId: string | null;
  partition: string;
  /** Of users, roles and sessions: without path; a session has the name of its role. */
  name: string;
  /** Of sessions; null: any of them, the id is then the ARN of the role. */
  sessionName: string | null;
}

const NOBODY = { accountId: null, partition: 'aws', name: '', sessionName: null };

/** Reads a principal as CloudTrail and IAM write it: an ARN, a service's or provider's name, or `*`. Null where it is none. */
export function parseRequester(text: string): Requester | null {
  if (text === '*' || text === '*anonymous*') return { ...NOBODY, kind: 'anonymous', id: '*' };
  if (isCanonicalId(text)) return { ...NOBODY, kind: 'account', id: text, accountId: text };
  const [, partition = 'aws', service, accountId = '', rest = ''] = /^arn:([^:]+):(iam|sts)::(\d{12}):(.+)$/.exec(text) ?? [];
  if (service === undefined) return parseOutsider(text);
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

function parseOutsider(text: string): Requester | null {
  if (/^[a-z0-9.-]+\.(amazonaws\.com(\.cn)?|amazon\.com|aws\.internal)$/i.test(text) && !text.startsWith('cognito-identity.')) {
    return { ...NOBODY, kind: 'service', id: text };
  }
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/.*)?$/i.test(text) ? { ...NOBODY, kind: 'provider', id: text } : null;
}

/** Any session of a role: what a role's policies are asked about where nobody says by which of its sessions. */
export function anySessionOf(roleArn: string): Requester | null {
  const role = parseRequester(roleArn);
  return role?.kind === 'role' ? { ...role, kind: 'session' } : null;
}

/** A role that an AWS service made for itself: service control policies and resource control policies do not limit it. */
export function isServiceLinked({ kind, id, name }: Requester): boolean {
  return id.includes(':role/aws-service-role/') || (kind === 'session' && name.startsWith('AWSServiceRoleFor'));
}
