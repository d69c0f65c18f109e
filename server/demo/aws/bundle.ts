import type { DemoBundle, DemoFile } from '../files';
import type { Plan } from '../plan';
import { awsAccounts, type AwsAccount } from './accounts';
import { authorizationFile } from './authorization';
import { trailFiles } from './cloudtrail';
import { computeFiles } from './compute';
import { credentialReportFile } from './credential-report';
import { dataFiles } from './data';
import { AwsInventory } from './inventory';
import { networkFiles } from './network';
import { organizationFiles } from './organization';
import { storageFiles } from './storage';

/** Yields one bundle per account of both organizations. */
export function* awsBundles(plan: Plan): Generator<DemoBundle> {
  for (const account of awsAccounts(plan)) {
    yield {
      folder: `aws-${account.name}`,
      cloudType: 'AWS',
      accountId: account.id,
      name: account.name,
      day: plan.calendar.day,
      takenAt: plan.calendar.takenAt,
      files: () => awsFiles(plan, account),
    };
  }
}

function* awsFiles(plan: Plan, account: AwsAccount): Generator<DemoFile> {
  const inventory = new AwsInventory(plan, account);
  yield authorizationFile(plan, inventory);
  yield credentialReportFile(plan, account);
  if (account.id === account.organization.managementId) yield* organizationFiles(plan, account.organization);
  yield* networkFiles(plan, account);
  yield* computeFiles(plan, inventory);
  yield* storageFiles(plan, inventory);
  yield* dataFiles(plan, inventory);
  yield* trailFiles(plan, inventory);
}
