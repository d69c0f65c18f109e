import type { SourceFacts } from '../../../engine/source-facts';
import { addUsage } from './usage';
import { AccountDraft } from './account-draft';
import { addManagedPolicies } from './policies';
import { addGroups, addRoles, addUsers } from './principals';
import { addAccountItself, addNamedResources } from './draft-resources';
import type { AwsAuthorizationDetails, AwsBundle } from '../read/shapes';
import { addBuckets } from './resources/buckets';
import { addControlPolicies } from './resources/control-policies';
import { addDatabases } from './resources/databases';
import { addFunctions } from './resources/functions';
import { addIdentityCenter } from './resources/identity-center';
import { addInstances } from './resources/instances';
import { addKeys } from './resources/keys';
import { addLoadBalancers } from './resources/load-balancers';
import { addMessaging } from './resources/messaging';
import { addNetwork } from './resources/network';
import { addOrganization } from './resources/organization';
import { addResourceTags } from './resources/resource-tags';
import { addSecretsAndImages } from './resources/secrets-and-images';
import { addSnapshots } from './resources/snapshots';

/** Turns the bundle of one AWS account into facts. The function is pure: equal bundles give equal facts. */
export function normaliseAws(tenantId: string, accountId: string, bundle: AwsBundle): SourceFacts {
  const draft = new AccountDraft(tenantId, 'AWS', accountId);
  const { authorization, credentials, inventory } = bundle;
  addAccountItself(draft);
  if (authorization) {
    addManagedPolicies(draft, authorization.Policies);
    const groups = addGroups(draft, authorization.GroupDetailList);
    addUsers(draft, authorization.UserDetailList, groups, credentials);
    addRoles(draft, authorization.RoleDetailList);
  }
  addControlPolicies(draft, inventory, addOrganization(draft, inventory));
  addIdentityCenter(draft, inventory);
  const places = addNetwork(draft, inventory);
  addInstances(draft, inventory, { places, roles: rolesOfProfiles(authorization) });
  addFunctions(draft, inventory, places);
  addLoadBalancers(draft, inventory, places);
  addDatabases(draft, inventory, places);
  addBuckets(draft, inventory);
  addSnapshots(draft, inventory);
  addKeys(draft, inventory);
  addMessaging(draft, inventory);
  addSecretsAndImages(draft, inventory);
  addResourceTags(draft, inventory);
  addNamedResources(draft, inventory.has('s3/list-buckets'));
  addUsage(draft, bundle.usage, credentials);
  return draft.result();
}

/** Returns the role ARN of each instance profile ARN. */
function rolesOfProfiles(authorization: AwsAuthorizationDetails | null): Map<string, string> {
  const roles = authorization?.RoleDetailList ?? [];
  return new Map(
    roles.flatMap(({ Arn: role, InstanceProfileList: profiles = [] }) =>
      profiles.flatMap(({ Arn: profile }) => (role && profile ? [[profile, role] as const] : [])),
    ),
  );
}
