import { isCanonicalId } from '../compile/canonical-id';

/** Returns the account of a principal that is named by account id or ARN. For an S3 canonical user, it returns the canonical id. */
export function accountOf(name: string): string | null {
  if (isCanonicalId(name)) return name;
  const id = /^\d{12}$/.test(name) ? name : (name.split(':')[4] ?? '');
  return /^\d{12}$/.test(id) ? id : null;
}

/** Reports whether a name covers everyone, or everyone in an account. */
export function namesMany(name: string): boolean {
  return name === '*' || (accountOf(name) !== null && (!name.startsWith('arn:') || name.endsWith(':root')));
}

/** Returns the lookup key of a named principal. A session counts under its role, because a policy may name any of the sessions. */
export function keyOfName(name: string): string {
  const [, account, role] = /^arn:[^:]+:sts::(\d{12}):assumed-role\/([^/]+)\//.exec(name) ?? [];
  return account !== undefined && role !== undefined ? sessionKey(account, role) : name;
}

export function sessionKey(account: string, role: string): string {
  return `session of ${account} ${role}`;
}
