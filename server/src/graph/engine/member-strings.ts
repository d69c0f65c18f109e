import type { Entity } from './model';

/** Prefixes of GCP members by principal type. */
const MEMBER_PREFIX: Record<string, string> = {
  USER: 'user',
  FEDERATED_USER: 'user',
  GROUP: 'group',
  FEDERATED_GROUP: 'group',
  SERVICE_ACCOUNT: 'serviceAccount',
};

/** Returns the members by which policies of Google Cloud name an identity: its address and its domain. */
export function membersStringsOf({ type, attributes }: Pick<Entity, 'type' | 'attributes'>): string[] {
  const { email } = attributes;
  const prefix = MEMBER_PREFIX[type];
  if (typeof email !== 'string' || prefix === undefined) return [];
  const address = email.toLowerCase();
  return [`${prefix}:${address}`, ...(prefix === 'user' ? [`domain:${address.slice(address.indexOf('@') + 1)}`] : [])];
}
