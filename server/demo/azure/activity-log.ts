import { workersOf, workingSecond } from '../company/cloud-workers';
import type { Person } from '../company/people';
import { directoryId, entraUserId } from '../entra/directory';
import type { Plan } from '../plan';
import type { AzureInventory, AzureResource } from './inventory';

/** Operations of users by kind of resource, as the activity log names them. The log has no reads. */
const DONE: readonly (readonly [kind: AzureResource['kind'], operation: string, action: string])[] = [
  ['machine', 'Restart Virtual Machine', 'Microsoft.Compute/virtualMachines/restart/action'],
  ['machine', 'Start Virtual Machine', 'Microsoft.Compute/virtualMachines/start/action'],
  ['app', 'Restart Web App', 'Microsoft.Web/sites/restart/action'],
  ['app', 'Update website', 'Microsoft.Web/sites/write'],
  ['storage', 'List Storage Account Keys', 'Microsoft.Storage/storageAccounts/listKeys/action'],
  ['database', 'Update SQL database', 'Microsoft.Sql/servers/databases/write'],
];

/** Yields the output of `az monitor activity-log list` for the last 90 days, the newest first. */
export function* activityLog(plan: Plan, inventory: AzureInventory): Generator<Record<string, unknown>> {
  const { subscription } = inventory;
  const operators = workersOf(plan, ['cloud-platform-admins', ...subscription.workloads.map(({ name }) => `app-${name}-owners`)], 30);
  if (operators.length === 0) return;
  for (const daysAgo of [...plan.calendar.loggedDays()].reverse()) {
    const rng = plan.seed.at('azure-day', subscription.id, daysAgo);
    const count = plan.calendar.isWeekend(daysAgo) ? rng.int(2) : rng.between(1, plan.size === 'S' ? 4 : 12);
    for (let order = 0; order < count; order++) {
      const person = rng.pick(operators);
      const [kind, operation, action] = rng.pick(DONE);
      const things = inventory.all(kind).filter(({ madeDaysAgo }) => madeDaysAgo > daysAgo);
      if (things.length === 0 || person.joinedDaysAgo <= daysAgo) continue;
      yield event(plan, inventory, {
        person,
        operation,
        action,
        thing: rng.pick(things),
        at: plan.calendar.at(daysAgo, workingSecond(person, rng.next())),
      });
    }
  }
}

interface Done {
  person: Person;
  operation: string;
  action: string;
  thing: AzureResource;
  at: string;
}

function event(plan: Plan, { subscription }: AzureInventory, { person, operation, action, thing, at }: Done): Record<string, unknown> {
  const rng = plan.seed.at('azure-event', thing.id, action, at);
  const [provider = ''] = action.split('/');
  const eventDataId = rng.uuid();
  const said = (value: string, localizedValue = value) => ({ localizedValue, value });
  return {
    authorization: { action, condition: null, role: null, scope: thing.id },
    caller: person.email,
    channels: 'Operation',
    claims: {
      'http://schemas.microsoft.com/identity/claims/objectidentifier': entraUserId(plan, person),
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn': person.email,
      ipaddr: `${person.office.network}.${10 + (person.index % 240)}`,
      name: person.name,
    },
    correlationId: rng.uuid(),
    description: '',
    eventDataId,
    eventName: said('EndRequest', 'End request'),
    eventTimestamp: at,
    id: `${thing.id}/events/${eventDataId}/ticks/${plan.calendar.time(0, 0)}`,
    level: 'Informational',
    operationId: rng.uuid(),
    operationName: said(action, operation),
    properties: {
      eventCategory: 'Administrative',
      entity: thing.id,
      message: action,
      hierarchy: `${directoryId(plan)}/${subscription.groups.at(-1)}/${subscription.id}`,
    },
    resourceGroupName: thing.resourceGroup,
    resourceId: thing.id,
    resourceProviderName: said(provider),
    resourceType: said(thing.type),
    status: said('Succeeded'),
    subStatus: said(''),
    submissionTimestamp: at,
    subscriptionId: subscription.id,
    tenantId: directoryId(plan),
  };
}
