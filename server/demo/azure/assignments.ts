import { accessGroup } from '../company/access-groups';
import { ROLES_OF_CAST, type Person } from '../company/people';
import { deployPrincipalId, deployPrincipalName, directoryId, entraGroupId, entraUserId } from '../entra/directory';
import type { Plan } from '../plan';
import type { AzureInventory } from './inventory';
import { azureRole, PRODUCTION_REPAIR, roleDefinitionId } from './role-definitions';
import { managedIdentityId } from './resources';
import { COMPANY_GROUP, managementGroupScope, resourceGroupScope, subscriptionScope } from './subscriptions';

interface Assignment {
  scope: string;
  role: string;
  principalId: string;
  principalName: string;
  principalType: 'User' | 'Group' | 'ServicePrincipal';
  madeDaysAgo: number;
  condition?: string;
}

/** Day on which the contractor became an owner, in days before the end. */
export const CONTRACTOR_OWNS_DAYS_AGO = 0;

/** Returns the output of `az role assignment list --all --include-inherited` for a subscription. */
export function roleAssignments(plan: Plan, inventory: AzureInventory) {
  return assignments(plan, inventory)
    .filter(({ madeDaysAgo }) => plan.calendar.includes(madeDaysAgo))
    .map(({ scope, role, principalId, principalName, principalType, madeDaysAgo, condition }) => {
      const { id: roleId } = azureRole(plan, role);
      const name = plan.seed.at('azure-assignment', scope, role, principalId).uuid();
      const made = plan.calendar.at(madeDaysAgo, 43_000);
      const maker = entraUserId(plan, { index: ROLES_OF_CAST.headOfPlatform });
      return {
        condition: condition ?? null,
        conditionVersion: condition ? '2.0' : null,
        createdBy: maker,
        createdOn: made,
        delegatedManagedIdentityResourceId: null,
        description: null,
        id: `${scope === '/' ? '' : scope}/providers/Microsoft.Authorization/roleAssignments/${name}`,
        name,
        principalId,
        principalName,
        principalType,
        roleDefinitionId: roleDefinitionId(roleId),
        roleDefinitionName: role,
        scope,
        type: 'Microsoft.Authorization/roleAssignments',
        updatedBy: maker,
        updatedOn: made,
      };
    });
}

function assignments(plan: Plan, inventory: AzureInventory): Assignment[] {
  return [...inherited(plan, inventory), ...ofSubscription(plan, inventory), ...ofWorkloads(plan, inventory)];
}

function toGroup(plan: Plan, key: string, role: string, scope: string, more: Partial<Assignment> = {}): Assignment {
  const { name } = accessGroup(key);
  return { scope, role, principalId: entraGroupId(plan, key), principalName: name, principalType: 'Group', madeDaysAgo: 540, ...more };
}

function toPerson(plan: Plan, person: Person, role: string, scope: string, madeDaysAgo: number): Assignment {
  return { scope, role, principalId: entraUserId(plan, person), principalName: person.email, principalType: 'User', madeDaysAgo };
}

/** Returns the assignments that a subscription inherits from its management groups and from the root of the directory. */
function inherited(plan: Plan, { subscription }: AzureInventory): Assignment[] {
  const company = managementGroupScope(COMPANY_GROUP);
  const above = new Set(subscription.groups);
  const at = (name: string): string => managementGroupScope(`${COMPANY_GROUP}-${name}`);
  return [
    toGroup(plan, 'cloud-platform-admins', 'Owner', company),
    toGroup(plan, 'security-auditors', 'Reader', managementGroupScope(directoryId(plan))),
    toGroup(plan, 'security-auditors', 'Security Reader', company),
    toGroup(plan, 'finance-billing', 'Cost Management Reader', company),
    ...(above.has(`${COMPANY_GROUP}-workloads`) ? [toGroup(plan, 'cloud-readers', 'Reader', at('workloads'))] : []),
    ...(above.has(`${COMPANY_GROUP}-production`) ? [toGroup(plan, 'production-oncall', PRODUCTION_REPAIR, at('production'))] : []),
    // Elevated access was taken in an emergency and never given up.
    toPerson(plan, plan.person(ROLES_OF_CAST.headOfPlatform), 'User Access Administrator', '/', 220),
  ];
}

function ofSubscription(plan: Plan, inventory: AzureInventory): Assignment[] {
  const { subscription } = inventory;
  const scope = subscriptionScope(subscription);
  const machine = inventory.all('machine')[0];
  const found: Assignment[] = [];
  if (subscription.index === 0) {
    // A direct owner of production who has not signed in for months.
    found.push(toPerson(plan, plan.person(ROLES_OF_CAST.dormant), 'Owner', scope, 410));
    found.push(toPerson(plan, plan.person(ROLES_OF_CAST.contractor), 'Owner', scope, CONTRACTOR_OWNS_DAYS_AGO));
  }
  // The machine's identity lets its users change the whole subscription.
  if (machine && subscription.purpose === 'production') {
    found.push({
      scope,
      role: 'Contributor',
      principalId: managedIdentityId(plan, machine),
      principalName: plan.seed.at('azure-client-id', machine.id).uuid(),
      principalType: 'ServicePrincipal',
      madeDaysAgo: 390,
    });
  }
  const [first] = subscription.workloads;
  if (first && subscription.purpose === 'development') found.push(toPipeline(plan, first.name, 'Contributor', scope));
  return found;
}

function toPipeline(plan: Plan, workload: string, role: string, scope: string): Assignment {
  return {
    scope,
    role,
    principalId: deployPrincipalId(plan, workload),
    principalName: deployPrincipalName(workload),
    principalType: 'ServicePrincipal',
    madeDaysAgo: 330,
  };
}

function ofWorkloads(plan: Plan, inventory: AzureInventory): Assignment[] {
  const { subscription } = inventory;
  const isProduction = subscription.purpose === 'production';
  return subscription.workloads.flatMap((workload) => {
    const scope = resourceGroupScope(subscription, workload);
    const identity = inventory.identityOf(workload);
    const runtime = (role: string): Assignment => ({
      scope,
      role,
      principalId: managedIdentityId(plan, identity),
      principalName: plan.seed.at('azure-client-id', identity.id).uuid(),
      principalType: 'ServicePrincipal',
      madeDaysAgo: identity.madeDaysAgo,
    });
    const owners = `app-${workload.name}-owners`;
    const given: Assignment[] = [
      toGroup(plan, owners, isProduction ? 'Website Contributor' : 'Contributor', scope, { madeDaysAgo: 310 }),
      runtime('Storage Blob Data Contributor'),
      runtime('Key Vault Secrets User'),
      toPipeline(plan, workload.name, 'Contributor', scope),
    ];
    // Analysts can read the containers that are meant for them.
    if (isProduction && !workload.sensitive) {
      given.push(
        toGroup(plan, 'data-analysts', 'Storage Blob Data Reader', scope, {
          condition:
            "((!(ActionMatches{'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read'})) OR " +
            "(@Resource[Microsoft.Storage/storageAccounts/blobServices/containers:name] StringEquals 'curated'))",
          madeDaysAgo: workload.name.length % 2 === 0 ? 1 : 280,
        }),
      );
    }
    return given;
  });
}

/** Returns the deny assignments of deployment stacks: only the pipeline itself may delete data of sensitive workloads. */
export function denyAssignments(plan: Plan, { subscription }: AzureInventory) {
  if (subscription.purpose !== 'production') return [];
  return subscription.workloads
    .filter(({ sensitive }) => sensitive)
    .map((workload) => {
      const scope = resourceGroupScope(subscription, workload);
      const name = plan.seed.at('azure-deny', scope).uuid();
      return {
        id: `${scope}/providers/Microsoft.Authorization/denyAssignments/${name}`,
        name,
        type: 'Microsoft.Authorization/denyAssignments',
        properties: {
          denyAssignmentName: `Deny assignment '${name}' created by Deployment Stack '${workload.name}-data'`,
          description: 'Created by a deployment stack',
          permissions: [
            {
              actions: ['Microsoft.Storage/storageAccounts/delete', 'Microsoft.Sql/servers/databases/delete', 'Microsoft.KeyVault/vaults/delete'],
              notActions: [],
              dataActions: [],
              notDataActions: [],
            },
          ],
          scope,
          doNotApplyToChildScopes: false,
          principals: [{ id: '00000000-0000-0000-0000-000000000000', type: 'SystemDefined' }],
          excludePrincipals: [{ id: deployPrincipalId(plan, workload.name), type: 'ServicePrincipal' }],
          isSystemProtected: true,
          createdOn: plan.calendar.at(200, 44_000),
          updatedOn: plan.calendar.at(200, 44_000),
          createdBy: deployPrincipalId(plan, workload.name),
          updatedBy: deployPrincipalId(plan, workload.name),
        },
      };
    });
}
