import type { CatalogueAction } from './catalogue';

/** What actions make that do not say it in their name. */
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
 * The type of resource that an action makes, as its service calls it: `lambda:CreateFunction` a function, `ec2:RunInstances` an instance. Null where it
 * makes none, or adds to what is there (`iam:CreateAccessKey` names a user).
 */
export function createdTypeOf({ id, name, resourceTypes }: Pick<CatalogueAction, 'id' | 'name' | 'resourceTypes'>): string | null {
  const otherwise = OTHERWISE_CALLED[id];
  if (otherwise !== undefined) return resourceTypes.includes(otherwise) ? otherwise : null;
  if (!name.startsWith('Create')) return null;
  const made = plain(name.slice('Create'.length));
  return resourceTypes.find((type) => plain(type) === made) ?? null;
}
