import type { Entity } from '../../../../engine/model';
import type { AwsKeyGrant } from '../../read/data-shapes';
import type { AwsInventory, AwsEntryOf } from '../../read/inventory';
import type { AccountDraft } from '../account-draft';
import type { ResourceNameIndex } from './resource-name-index';
import { attachShares, type SharedWith } from './resource-policy';

type GrantStatement = SharedWith['statements'][number];

/**
 * Attaches the grants of keys as equivalent policies: a grant lets its grantee take some operations on one key, and the retiring principal retire
 * it. Denies of policies apply to grants too.
 * @param withPolicy keys whose policy is in the bundle; without the policy it is unknown whether identity policies count
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/grants.html
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/policy-evaluation.html
 */
export function addKeyGrants(draft: AccountDraft, inventory: AwsInventory, keys: ResourceNameIndex, withPolicy: ReadonlySet<Entity>): void {
  const grants = new Map<Entity, AwsEntryOf<AwsKeyGrant>[]>();
  for (const entry of inventory.of('kms/list-grants')) {
    const key = keys.find(entry.subject, entry.region);
    if (!key) draft.warn(entry.origin, '', 'This grant belongs to no key in the bundle, so it was left out. Name the file kms/list-grants/KEY.json.');
    else if (!withPolicy.has(key)) draft.warn(entry.origin, '', `The policy of the key ${key.name} is unknown, so its grants were left out.`);
    else grants.set(key, [...(grants.get(key) ?? []), entry]);
  }
  for (const [key, entries] of grants) {
    const statements = entries.flatMap(({ fields }) => statementsOf(fields, key.nativeId));
    const [first] = entries;
    if (first) attachShares(draft, key, { id: 'grants', name: 'Grants', statements }, first.origin);
  }
}

function statementsOf(
  { GrantId: id = '', GranteePrincipal, RetiringPrincipal, Operations = [], Constraints }: AwsKeyGrant,
  arn: string,
): GrantStatement[] {
  const grantee = principalOf(GranteePrincipal);
  const retiring = principalOf(RetiringPrincipal);
  const condition = conditionOf(Constraints);
  const using = Operations.map((operation) => `kms:${operation}`);
  return [
    ...(grantee && using.length > 0
      ? [{ Sid: `grant ${id}`, Principal: grantee, Action: using, Resource: arn, ...(condition ? { Condition: condition } : {}) }]
      : []),
    ...(retiring ? [{ Sid: `retire ${id}`, Principal: retiring, Action: ['kms:RetireGrant'], Resource: arn }] : []),
  ];
}

function principalOf(name: string | undefined): Exclude<GrantStatement['Principal'], '*'> | null {
  if (!name) return null;
  return /^arn:|^\d{12}$/.test(name) ? { AWS: name } : { Service: name };
}

/** Returns the encryption context that requests must contain. The constraint for a subset demands these pairs, and the other one exactly these. */
function conditionOf(constraints: AwsKeyGrant['Constraints']): GrantStatement['Condition'] | null {
  const pairs = Object.entries({ ...fieldsOf(constraints?.EncryptionContextSubset), ...fieldsOf(constraints?.EncryptionContextEquals) });
  if (pairs.length === 0) return null;
  return { StringEquals: Object.fromEntries(pairs.map(([name, value]) => [`kms:EncryptionContext:${name}`, value])) };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
