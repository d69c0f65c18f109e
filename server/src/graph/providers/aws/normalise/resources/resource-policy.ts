import type { Entity } from '../../../../engine/model';
import type { AccountDraft } from '../account-draft';
import type { Origin } from '../../read/common-shapes';
import type { AwsCall, AwsInventory } from '../../read/inventory';

/** Attaches a policy in JSON text to its resource. An empty text means no policy. */
export function attachResourcePolicy(draft: AccountDraft, resource: Entity, text: string | undefined, origin: Origin, within: string): void {
  if (!text) return;
  const document = draft.document(text, origin, within);
  if (!document) return;
  const policyName = 'Resource policy';
  draft.attach({ policyId: `${resource.nativeId}/policy`, policyName, policyUri: resource.uri, document }, resource, 'resource');
}

/** A grant by other means than a policy, in policy terms. */
export interface SharedWith {
  /** Distinguishes it from the resource's other policies. */
  id: string;
  name: string;
  statements: readonly {
    Sid: string;
    Principal: '*' | { AWS: string } | { Service: string } | Record<string, readonly string[]>;
    Action: readonly string[];
    Resource: string | readonly string[];
    Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  }[];
}

/** Attaches grantee lists to a resource as an equivalent policy. Empty lists give no policy. */
export function attachShares(draft: AccountDraft, resource: Entity, { id, name, statements }: SharedWith, origin: Origin): void {
  if (statements.length === 0) return;
  const text = { Version: '2012-10-17', Statement: statements.map((statement) => ({ Effect: 'Allow', ...statement })) };
  const document = draft.document(text, origin, '');
  if (document) draft.attach({ policyId: `${resource.nativeId}/${id}`, policyName: name, policyUri: resource.uri, document }, resource, 'resource');
}

/**
 * Returns the attribute for a resource without a policy, which is not public where the bundle contains such policies. Evaluation finds the public
 * ones.
 */
export function closedUnlessPolicy(inventory: AwsInventory, call: AwsCall): { public?: false } {
  return inventory.has(call) ? { public: false } : {};
}

/** Returns the ARNs that a policy covers. Services write the resource's ARN into the policies that they create. */
export function resourcesNamed(text: string | undefined): string[] {
  const found = /"Resource"\s*:\s*(?:"([^"]*)"|\[([^\]]*)\])/g;
  return [...(text ?? '').matchAll(found)].flatMap(([, one, several]) =>
    one !== undefined ? [one] : [...(several ?? '').matchAll(/"([^"]*)"/g)].map(([, name = '']) => name),
  );
}
