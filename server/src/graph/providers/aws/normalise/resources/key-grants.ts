import type { Entity } from '../../../../engine/model';
import type { AwsKeyGrant } from '../../read/data-shapes';
import type { AwsInventory, AwsEntryOf } from '../../read/inventory';
import type { AccountDraft } from '../account-draft';
import type { ResourceNameIndex } from './resource-name-index';
import { attachShares, type SharedWith } from './resource-policy';

type GrantStatement = SharedWith['statements'][number];

/**
 * Attaches the grants of keys as equivalent policies: a grant lets its grantee take some operations on one key, and the retiring principal retire
 * it. Denies of policies apply to grants too. A grantee of another account needs no policy of its own: EC2 Auto Scaling uses keys of other accounts
 * through grants alone.
 * @param withPolicy keys whose policy is in the bundle; without the policy it is unknown whether identity policies count
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/grants.html
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/policy-evaluation.html
 * @see https://docs.aws.amazon.com/autoscaling/ec2/userguide/key-policy-requirements-EBS-encryption.html
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

function statementsOf(grant: AwsKeyGrant, arn: string): GrantStatement[] {
  const { GrantId: id = '', Operations: operations = [], Constraints: constraints } = grant;
  const grantee = principalOf(grant.GranteePrincipal, grant.GranteeServicePrincipal);
  const retiring = principalOf(grant.RetiringPrincipal, grant.RetiringServicePrincipal);
  const byCondition = new Map<string, { Condition?: GrantStatement['Condition']; Action: string[] }>();
  for (const operation of operations) {
    const condition = conditionOf(operation, constraints);
    const key = JSON.stringify(condition);
    const known = byCondition.get(key) ?? { ...(condition ? { Condition: condition } : {}), Action: [] };
    known.Action.push(`kms:${operation}`);
    byCondition.set(key, known);
  }
  return [
    ...(grantee ? [...byCondition.values()].map((part) => ({ Sid: `grant ${id}`, Principal: grantee, Resource: arn, ...part })) : []),
    ...(retiring ? [{ Sid: `retire ${id}`, Principal: retiring, Action: ['kms:RetireGrant'], Resource: arn }] : []),
  ];
}

/** Older grants of services name the service as the principal. */
function principalOf(name: string | undefined, service: string | undefined): Exclude<GrantStatement['Principal'], '*'> | null {
  if (service) return { Service: service };
  if (!name) return null;
  return /^arn:|^\d{12}$/.test(name) ? { AWS: name } : { Service: name };
}

/** Operations without an encryption context, to which constraints of the context do not apply. */
const WITHOUT_CONTEXT = new Set(['DescribeKey', 'RetireGrant', 'GetPublicKey', 'Sign', 'Verify', 'GenerateMac', 'VerifyMac', 'DeriveSharedSecret']);

/**
 * Returns the constraints of a grant for an operation. Requests must contain the pairs of the encryption context; the constraint for a subset demands
 * these pairs, and the other one exactly these. The source is the resource for which a service makes the request.
 * @see https://docs.aws.amazon.com/kms/latest/APIReference/API_GrantConstraints.html
 */
function conditionOf(operation: string, constraints: AwsKeyGrant['Constraints']): GrantStatement['Condition'] | null {
  const pairs = WITHOUT_CONTEXT.has(operation)
    ? []
    : Object.entries({ ...fieldsOf(constraints?.EncryptionContextSubset), ...fieldsOf(constraints?.EncryptionContextEquals) });
  const source = operation === 'RetireGrant' ? undefined : constraints?.SourceArn;
  if (pairs.length === 0 && typeof source !== 'string') return null;
  return {
    ...(pairs.length > 0 ? { StringEquals: Object.fromEntries(pairs.map(([name, value]) => [`kms:EncryptionContext:${name}`, value])) } : {}),
    ...(typeof source === 'string' ? { ArnLike: { 'aws:SourceArn': source } } : {}),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
