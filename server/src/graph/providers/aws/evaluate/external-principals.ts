import type { KnownKeys } from '../compile/request-context';
import type { Entity } from '../../../engine/model';
import type { AssumableRole } from './role-assumption';
import { anyAccount, externalEntity } from './external-entity';
import { withinControlPolicies, type ExternalEvaluationContext } from './external-principal-classes';
import { externalPrincipalContext } from './external-principal-context';
import { resourceContext } from './resource-context';
import { assumeActionOf, conditionsLeft, denialOf, trustedPrincipals, type TrustedPrincipal } from './trust';

/** An external principal that a trust policy accepts, with the roles that it may assume. */
export interface ExternalPrincipal {
  entity: Entity;
  assumes: AssumableRole[];
}

/**
 * Returns the accounts, services, federated providers and the public that the account's trust policies accept. The policies of other accounts are
 * unknown. Denies in the trust policy, resource control policies and known organizations count.
 * @param known the keys of the account's resources
 */
export function findExternalPrincipals(context: ExternalEvaluationContext, known: KnownKeys): ExternalPrincipal[] {
  const { tenantId, account, organizations } = context;
  const found = new Map<string, ExternalPrincipal>();
  for (const { role, document } of account.trusts) {
    for (const { principal, condition } of trustedPrincipals(document.statements)) {
      const entity = principal.name === '*' ? anyAccount(tenantId) : externalEntity(tenantId, account.accountId, principal);
      if (!entity) continue;
      const keys = externalPrincipalContext(entity, organizations);
      const conditions = conditionsLeft(condition, keys);
      const { denied, unless } = denialOf(document.statements, principal, keys);
      const limits = conditions && !denied ? limitsOf(principal, entity, role) : null;
      if (!conditions || !limits) continue;
      const externalPrincipal = found.get(entity.uri) ?? { entity, assumes: [] };
      found.set(entity.uri, externalPrincipal);
      addLeastConditional(externalPrincipal.assumes, { role, conditions: [...new Set([...conditions, ...unless, ...limits])], group: null });
    }
  }
  return [...found.values()];

  function limitsOf(principal: TrustedPrincipal, entity: Entity, role: Entity): string[] | null {
    const name = assumeActionOf(principal);
    const action = context.compiler.catalogue.ofService('sts').find((one) => one.name === name);
    const resource = { id: '', example: role, policy: null, restrictsPublic: false, context: resourceContext(role, known) };
    return action ? withinControlPolicies(entity, action.index, resource, context) : [];
  }
}

/** Adds a role. A role that is trusted twice keeps the assumption with the fewest conditions. */
function addLeastConditional(assumes: AssumableRole[], step: AssumableRole): void {
  const index = assumes.findIndex(({ role }) => role.uri === step.role.uri);
  const known = assumes[index];
  if (!known) assumes.push(step);
  else if (step.conditions.length < known.conditions.length) assumes[index] = step;
}
