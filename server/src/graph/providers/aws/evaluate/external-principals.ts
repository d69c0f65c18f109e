import { isCanonicalId } from '../compile/canonical-id';
import { resourceUri, type Entity } from '../../../engine/model';
import type { AwsAccount } from '../account-model';
import type { AssumableRole } from './role-assumption';
import { accountOf } from './principal-names';
import { externalPrincipalContext, type KnownOrganizations } from './external-principal-context';
import { conditionsLeft, denialOf, trustedPrincipals, type TrustedPrincipal } from './trust';

/** An external principal that a trust policy accepts, with the roles that it may assume. */
export interface ExternalPrincipal {
  entity: Entity;
  assumes: AssumableRole[];
}

/**
 * Returns the accounts, services, federated providers and the public that the account's trust policies accept. The policies of other accounts are
 * unknown. Denies in the trust policy and known organizations count.
 */
export function findExternalPrincipals(tenantId: string, account: AwsAccount, organizations: KnownOrganizations): ExternalPrincipal[] {
  const found = new Map<string, ExternalPrincipal>();
  for (const { role, document } of account.trusts) {
    for (const { principal, condition } of trustedPrincipals(document.statements)) {
      const entity = principal.name === '*' ? anyAccount(tenantId) : externalEntity(tenantId, account.accountId, principal);
      if (!entity) continue;
      const context = externalPrincipalContext(entity, organizations);
      const conditions = conditionsLeft(condition, context);
      const { denied, unless } = denialOf(document.statements, principal, context);
      if (!conditions || denied) continue;
      const externalPrincipal = found.get(entity.uri) ?? { entity, assumes: [] };
      found.set(entity.uri, externalPrincipal);
      addLeastConditional(externalPrincipal.assumes, { role, conditions: [...conditions, ...unless], group: null });
    }
  }
  return [...found.values()];
}

/** Adds a role. A role that is trusted twice keeps the assumption with the fewest conditions. */
function addLeastConditional(assumes: AssumableRole[], step: AssumableRole): void {
  const index = assumes.findIndex(({ role }) => role.uri === step.role.uri);
  const known = assumes[index];
  if (!known) assumes.push(step);
  else if (step.conditions.length < known.conditions.length) assumes[index] = step;
}

/**
 * Returns the external principal that a trust policy for everyone admits. Requests to assume a role are signed, so they come from some AWS account.
 * @see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 */
function anyAccount(tenantId: string): Entity {
  return externalPrincipal(tenantId, '*', 'EXT_ACCOUNT', '*', 'Any AWS account', '*');
}

/** Returns the external principal that a policy names; null for a principal of the account itself. */
export function externalEntity(tenantId: string, ownAccount: string, { kind, name }: TrustedPrincipal): Entity | null {
  if (kind === 'Service') return externalPrincipal(tenantId, ownAccount, 'SERVICE', name, name, name);
  if (kind === 'Federated') return externalPrincipal(tenantId, ownAccount, 'FEDERATED_USER', name, providerName(name), name);
  if (name === '*') return externalPrincipal(tenantId, ownAccount, 'PUBLIC_NODE', '*', 'Everyone', '*');
  const account = accountOf(name);
  if (!account || account === ownAccount) return null;
  if (isCanonicalId(name)) return externalPrincipal(tenantId, account, 'EXT_ACCOUNT', name, `Canonical user ${name.slice(0, 12)}...`, name);
  const partition = name.startsWith('arn:') ? name.split(':')[1] : 'aws';
  return externalPrincipal(tenantId, account, 'EXT_ACCOUNT', account, account, `arn:${partition}:iam::${account}:root`);
}

/** Returns the display name of a provider: Corp for `arn:aws:iam::1:saml-provider/Corp`, the domain for a public provider. */
function providerName(name: string): string {
  return name.startsWith('arn:') ? name.slice(name.indexOf('/') + 1) : name;
}

function externalPrincipal(tenantId: string, accountId: string, type: string, id: string, name: string, nativeId: string): Entity {
  return {
    uri: resourceUri(tenantId, 'AWS', accountId, '', type, id),
    nativeId,
    name,
    type,
    accountId,
    cloudType: 'AWS',
    region: '-',
    isIdentity: true,
    isResource: false,
    attributes: { external: true },
  };
}
