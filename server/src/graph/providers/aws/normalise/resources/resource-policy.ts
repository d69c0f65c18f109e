import type { Entity } from '../../../../engine/model';
import type { AccountDraft } from '../account-draft';
import type { Origin } from '../../read/shapes';
import type { AwsCall, AwsInventory } from '../../read/inventory';

/** Hangs a policy, as JSON text, on the resource that it is of. An empty text is none. */
export function attachResourcePolicy(draft: AccountDraft, resource: Entity, text: string | undefined, origin: Origin, within: string): void {
  if (!text) return;
  const document = draft.document(text, origin, within);
  if (!document) return;
  const policyName = 'Resource policy';
  draft.attach({ policyId: `${resource.nativeId}/policy`, policyName, policyUri: resource.uri, document }, resource, 'resource');
}

/** Whom a resource is given to by other means than a policy, in the words of one. */
export interface SharedWith {
  /** Tells it from the resource's other policies. */
  id: string;
  name: string;
  statements: readonly { Sid: string; Principal: '*' | { AWS: string }; Action: readonly string[]; Resource: string | readonly string[] }[];
}

/** Hangs on a resource what lists of grantees give, as a policy that says the same. Nobody is on a list: there is none. */
export function attachShares(draft: AccountDraft, resource: Entity, { id, name, statements }: SharedWith, origin: Origin): void {
  if (statements.length === 0) return;
  const text = { Version: '2012-10-17', Statement: statements.map((statement) => ({ Effect: 'Allow', ...statement })) };
  const document = draft.document(text, origin, '');
  if (document) draft.attach({ policyId: `${resource.nativeId}/${id}`, policyName: name, policyUri: resource.uri, document }, resource, 'resource');
}

/** What has no policy is not public, as far as the bundle has policies of its kind. What policies give to everybody is found by evaluating them. */
export function closedUnlessPolicy(inventory: AwsInventory, call: AwsCall): { public?: false } {
  return inventory.has(call) ? { public: false } : {};
}

/** The ARNs that a policy speaks of. Services write the resource itself into the policies that they make. */
export function resourcesNamed(text: string | undefined): string[] {
  const found = /"Resource"\s*:\s*(?:"([^"]*)"|\[([^\]]*)\])/g;
  return [...(text ?? '').matchAll(found)].flatMap(([, one, several]) =>
    one !== undefined ? [one] : [...(several ?? '').matchAll(/"([^"]*)"/g)].map(([, name = '']) => name),
  );
}
