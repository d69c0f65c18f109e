import { isCanonicalId } from '../compile/canonical-id';

/** The account id of a principal that is named by an account id or an ARN; of one that is known to S3 alone, what that knows it by. */
export function accountOf(name: string): string | null {
  if (isCanonicalId(name)) return name;
  const id = /^\d{12}$/.test(name) ? name : (name.split(':')[4] ?? '');
  return /^\d{12}$/.test(id) ? id : null;
}

/** Whether a name means everybody, or everybody of an account. */
export function namesMany(name: string): boolean {
  return name === '*' || (accountOf(name) !== null && (!name.startsWith('arn:') || name.endsWith(':root')));
}

/** By what somebody who is named is found: a session by its role, for any of its sessions may be meant. */
export function keyOfName(name: string): string {
  const [, account, role] = /^arn:[^:]+:sts::(\d{12}):assumed-role\/([^/]+)\//.exec(name) ?? [];
  return account !== undefined && role !== undefined ? sessionKey(account, role) : name;
}

export function sessionKey(account: string, role: string): string {
  return `session of ${account} ${role}`;
}
