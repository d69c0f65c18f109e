import type { SourceFacts } from '../source-facts';
import { AccountDraft } from './account-draft';
import { addManagedPolicies } from './aws-policies';
import { addGroups, addRoles, addUsers } from './aws-principals';
import { addAccountItself, addBuckets, addNamedResources } from './aws-resources';
import type { AwsBundle } from './aws-shapes';

/** Turns the bundle of one AWS account into facts. Pure: the same bundle gives the same facts. */
export function normaliseAws(tenantId: string, accountId: string, bundle: AwsBundle): SourceFacts {
  const draft = new AccountDraft(tenantId, 'AWS', accountId);
  addAccountItself(draft);
  if (bundle.authorization) {
    addManagedPolicies(draft, bundle.authorization.Policies);
    const groups = addGroups(draft, bundle.authorization.GroupDetailList);
    addUsers(draft, bundle.authorization.UserDetailList, groups, bundle.credentials);
    addRoles(draft, bundle.authorization.RoleDetailList);
  }
  addBuckets(draft, bundle.buckets ?? []);
  addNamedResources(draft);
  return draft.result();
}
