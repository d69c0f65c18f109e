import { directoryId } from '../entra/directory';
import type { Plan } from '../plan';
import { MANAGEMENT_GROUPS, managementGroupScope, subscriptions, subscriptionScope } from './subscriptions';

const TYPE = 'Microsoft.Management/managementGroups';

/** Returns the output of `az account management-group show --expand --recurse` for the root group. */
export function managementGroupTree(plan: Plan) {
  const tenantId = directoryId(plan);
  return {
    children: childrenOf(plan, null),
    details: { parent: null, updatedBy: null, updatedTime: null, version: null },
    displayName: 'Tenant Root Group',
    id: managementGroupScope(tenantId),
    name: tenantId,
    tenantId,
    type: TYPE,
  };
}

interface Child {
  children: Child[] | null;
  displayName: string;
  id: string;
  name: string;
  type: string;
}

function childrenOf(plan: Plan, parent: string | null): Child[] {
  const groups = MANAGEMENT_GROUPS.filter((group) => group.parent === parent).map(({ name, displayName }) => ({
    children: childrenOf(plan, name),
    displayName,
    id: managementGroupScope(name),
    name,
    type: TYPE,
  }));
  const own = subscriptions(plan).filter(({ groups: [innermost] }) => innermost === parent);
  return [
    ...groups,
    ...own.map((subscription) => ({
      children: null,
      displayName: subscription.name,
      id: subscriptionScope(subscription),
      name: subscription.id,
      type: '/subscriptions',
    })),
  ];
}
