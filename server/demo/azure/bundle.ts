import { jsonFile, listFile, listsFile, type DemoBundle, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { activityLog } from './activity-log';
import { denyAssignments, roleAssignments } from './assignments';
import { AzureInventory } from './inventory';
import { managementGroupTree } from './management-groups';
import { resourceRows } from './resources';
import { azureRoles, roleDefinition } from './role-definitions';
import { subscriptions, type Subscription } from './subscriptions';

/** Yields one bundle per subscription. */
export function* azureBundles(plan: Plan): Generator<DemoBundle> {
  for (const subscription of subscriptions(plan)) {
    yield {
      folder: subscription.name,
      cloudType: 'AZURE',
      accountId: subscription.id,
      name: subscription.name,
      day: plan.calendar.day,
      takenAt: plan.calendar.takenAt,
      files: () => azureFiles(plan, subscription),
    };
  }
}

function* azureFiles(plan: Plan, subscription: Subscription): Generator<DemoFile> {
  const inventory = new AzureInventory(plan, subscription);
  const rows = resourceRows(plan, inventory);
  yield listFile('role-assignments.json', roleAssignments(plan, inventory));
  yield listFile(
    'role-definitions.json',
    azureRoles(plan).map((role) => roleDefinition(plan, role)),
  );
  yield listsFile('deny-assignments.json', { value: denyAssignments(plan, inventory) });
  yield jsonFile('management-groups.json', managementGroupTree(plan));
  yield listsFile('resources.json', { data: rows }, { count: rows.length, skip_token: null, total_records: rows.length });
  yield listFile('activity-log.json', activityLog(plan, inventory));
}
