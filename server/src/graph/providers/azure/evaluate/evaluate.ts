import { ActionSets } from '../../../engine/action-sets';
import { isPrivileged } from '../../../engine/privileged';
import type { ActionNames } from '../../../engine/access-row';
import type { AccessRowRecord } from '../../../engine/graph-rows';
import { portReach } from '../../../engine/port-reach';
import type { Evaluation, EvaluationContext } from '../../../engine/evaluation';
import type { SourceFacts } from '../../../engine/source-facts';
import { azureAccount } from './account';
import { classAccess } from './class-access';
import { AzureEscalations } from '../escalate/escalate';
import { classifyPrincipals } from './principal-classes';
import { kindsOf, ResourceActions } from './resource-actions';
import { classifyResources } from './resource-classes';

/**
 * Evaluates the subscriptions of one source by classes of principals and classes of resources, never by pairs.
 * @see Microsoft Learn, "How Azure RBAC determines if a user has access to a resource"
 */
export function* evaluateAzure(facts: SourceFacts, context: EvaluationContext): Generator<number, Evaluation> {
  const account = azureAccount(facts);
  const { actions } = account;
  const nameOf = (index: number): string => actions.nameOf(index);
  const names: ActionNames = { nameOf, kinds: kindsOf(actions), sets: new ActionSets(nameOf) };
  const data = actions.where(({ plane }) => plane === 'data');
  const applicable = new ResourceActions(actions);
  const resources = classifyResources(facts.accountId, account);
  const { classes, externalPrincipals: externalPrincipals } = classifyPrincipals(facts.accountId, account, context);
  const escalations = new AzureEscalations(facts, account);

  const access: AccessRowRecord[] = [];
  const attributes = new Map<string, Record<string, unknown>>();
  let done = 0;
  for (const principal of classes) {
    const scopes = new Set(principal.held.assignments.map(({ scope }) => scope));
    let administers = false;
    for (const resource of resources) {
      if (!resource.chain.some((scope) => scopes.has(scope))) continue;
      const found = classAccess(principal, resource, applicable.of(resource.type), names, data);
      if (!found) continue;
      access.push(found.row);
      administers ||= found.row.admin === 2;
      escalations.record(principal, resource, found.allowed);
    }
    const found = escalations.of(principal);
    for (const { entity } of principal.members)
      attributes.set(entity.uri, {
        privileged: isPrivileged({ administers, escalations: found }),
        ...(found.length > 0 ? { escalations: found } : {}),
      });
    yield ++done / classes.length;
  }
  const guarding = resources.flatMap(({ id, members }) => members.map(({ entity }) => ({ id, example: entity })));
  const ports = portReach({ tenantId: context.tenantId, cloudType: 'AZURE', accountId: facts.accountId }, guarding);
  return {
    access: [...access, ...ports.access],
    classOf: new Map(resources.flatMap(({ id, members }) => members.map(({ entity }) => [entity.uri, id] as const))),
    pclassOf: new Map([...classes.flatMap(({ id, members }) => members.map(({ entity }) => [entity.uri, id] as const)), ...ports.pclassOf]),
    steps: escalations.steps,
    externalPrincipals: [...externalPrincipals, ...ports.networks],
    attributes,
  };
}
