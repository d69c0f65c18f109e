import type { CatalogueAction } from './catalogue';

/** Created resource types that the action's name does not contain. */
const OTHERWISE_CALLED: Readonly<Record<string, string>> = {
  'ec2:RunInstances': 'instance',
  'ecs:RegisterTaskDefinition': 'task-definition',
  'batch:RegisterJobDefinition': 'job-definition',
  'rds:CreateDBInstance': 'db',
  'rds:CreateDBCluster': 'cluster',
  'iam:CreateOpenIDConnectProvider': 'oidc-provider',
};

const plain = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase();

/**
 * Returns the resource type that an action creates: a function for `lambda:CreateFunction`, an instance for `ec2:RunInstances`. Returns null where it
 * creates none or adds to an existing resource: `iam:CreateAccessKey` names a user.
 */
export function createdTypeOf({ id, name, resourceTypes }: Pick<CatalogueAction, 'id' | 'name' | 'resourceTypes'>): string | null {
  const otherwise = OTHERWISE_CALLED[id];
  if (otherwise !== undefined) return resourceTypes.includes(otherwise) ? otherwise : null;
  if (!name.startsWith('Create')) return null;
  const made = plain(name.slice('Create'.length));
  return resourceTypes.find((type) => plain(type) === made) ?? null;
}
