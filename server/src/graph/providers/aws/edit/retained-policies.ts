import type { AwsAuthorizationDetails } from '../read/shapes';
import { attachPolicy, detachPolicy } from './managed-policies';
import { changePrincipal, inlinePoliciesOf, setInlinePolicy, type Principal } from './principals';

/**
 * Removes all policies of a holder but some, as the exclusive resources of Terraform do: other inline policies are deleted, and other managed
 * policies detached. Managed policies of the list that are not attached are attached.
 */
export function retainPolicies(
  iam: AwsAuthorizationDetails,
  { holder, inline, attached }: { holder: string; inline?: string[]; attached?: string[] },
): AwsAuthorizationDetails {
  const before = held(iam, holder);
  const gone = inline ? before.inline.filter((name) => !inline.includes(name)) : [];
  const loose = attached ? before.attached.filter((arn) => !attached.includes(arn)) : [];
  const missing = (attached ?? []).filter((arn) => !before.attached.includes(arn));
  const left = gone.reduce((edited, name) => setInlinePolicy(edited, { holder, name, document: null }), iam);
  const detached = loose.reduce((edited, policy) => detachPolicy(edited, { holder, policy }), left);
  return missing.reduce((edited, policy) => attachPolicy(edited, { holder, policy }), detached);
}

/** It also refuses an unknown holder. */
function held(iam: AwsAuthorizationDetails, holder: string): { inline: string[]; attached: string[] } {
  const found = { inline: [] as string[], attached: [] as string[] };
  changePrincipal(iam, holder, (principal: Principal, list) => {
    found.inline = inlinePoliciesOf(principal, list).flatMap(({ PolicyName: name }) => name ?? []);
    found.attached = (principal.AttachedManagedPolicies ?? []).flatMap(({ PolicyArn: arn }) => arn ?? []);
    return principal;
  });
  return found;
}
