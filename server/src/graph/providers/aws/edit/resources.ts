import { at, fields, list, text } from '../../../../platform/json-values';
import { EditFailure } from '../../../engine/bundle/bundle-edit';
import type { AwsInventory } from '../read/inventory';
import { RESOURCE_KINDS, type Named, type ResourceKind } from './resource-kinds';

/** Creates a resource as its service does, perhaps with a default policy. */
export function createResource(inventory: AwsInventory, arn: string): AwsInventory {
  const { kind, resource } = kindOf(arn);
  if (kind.exists(inventory, resource)) throw new EditFailure(`The account has ${kind.words} of this name already. Leave this edit out.`);
  return kind.create(inventory, resource);
}

/** Deletes a resource with its policy. */
export function deleteResource(inventory: AwsInventory, arn: string): AwsInventory {
  const { kind, resource } = existing(inventory, arn);
  return kind.delete(inventory, resource);
}

/** Sets the policy of a resource, or deletes it. Where a service has no resources without a policy, its default comes back. */
export function setResourcePolicy(inventory: AwsInventory, { resource: arn, document }: { resource: string; document: unknown }): AwsInventory {
  const { kind, resource } = existing(inventory, arn);
  if (document === null && kind.policyOf(inventory, resource) === undefined)
    throw new EditFailure(`This resource, ${kind.words}, has no policy to delete.`);
  return kind.setPolicy(inventory, resource, document === null ? undefined : JSON.stringify(document));
}

/** Sets or removes one statement of the policy of a resource, which begins and ends with its statements. */
export function setStatement(
  inventory: AwsInventory,
  { resource: arn, sid, statement }: { resource: string; sid: string; statement: unknown },
): AwsInventory {
  const { kind, resource } = existing(inventory, arn);
  const policy = parsed(kind.policyOf(inventory, resource));
  const statements = Array.isArray(policy.Statement) ? list(policy.Statement) : policy.Statement === undefined ? [] : [policy.Statement];
  const others = statements.filter((one) => text(at(one, 'Sid')) !== sid);
  if (statement === null && others.length === statements.length) throw new EditFailure('The policy has no statement with this Sid to remove.');
  const changed = statement === null ? others : [...others, { ...fields(statement), Sid: sid }];
  return kind.setPolicy(
    inventory,
    resource,
    changed.length === 0 ? undefined : JSON.stringify({ Version: '2012-10-17', ...policy, Statement: changed }),
  );
}

function existing(inventory: AwsInventory, arn: string): { kind: ResourceKind; resource: Named } {
  const found = kindOf(arn);
  if (!found.kind.exists(inventory, found.resource))
    throw new EditFailure(`The account has no ${found.kind.words.replace(/^an? /, '')} with this name. Copy the ARN from the page of the resource.`);
  return found;
}

function kindOf(arn: string): { kind: ResourceKind; resource: Named } {
  for (const kind of RESOURCE_KINDS) {
    const name = kind.arn.exec(arn)?.[1];
    const [, , , region = '', account = ''] = arn.split(':');
    if (name !== undefined) return { kind, resource: { arn, name, region, account } };
  }
  const words = RESOURCE_KINDS.map((kind) => kind.words.replace(/^an? /, '')).join(', ');
  throw new EditFailure(`CAM can try policies of these kinds of resources only so far: ${words}. Name one by its ARN.`);
}

function parsed(policy: string | undefined): Record<string, unknown> {
  try {
    return fields(JSON.parse(policy ?? '{}'));
  } catch {
    throw new EditFailure('The policy in the export cannot be read. Take a new snapshot of the account and try again.');
  }
}
