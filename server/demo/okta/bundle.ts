import { COMPANY } from '../company/company';
import { Membership } from '../company/membership';
import { listFile, type DemoBundle, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { adminRoleFiles } from './admin-roles';
import { appFiles } from './apps';
import { factors } from './factors';
import { OKTA_ORG } from './org';
import { peopleFiles } from './people';
import { policyFiles } from './policies';
import { systemLogFile } from './system-log';

/** Returns the bundle of the org that signs users in to AWS and to every other application. */
export function oktaBundle(plan: Plan): DemoBundle {
  return {
    folder: 'okta',
    cloudType: 'IDP_OKTA',
    accountId: OKTA_ORG,
    name: `${COMPANY} Okta`,
    day: plan.calendar.day,
    takenAt: plan.calendar.takenAt,
    files: () => oktaFiles(plan),
  };
}

function* oktaFiles(plan: Plan): Generator<DemoFile> {
  yield* peopleFiles(plan, new Membership(plan));
  yield* appFiles(plan);
  yield* adminRoleFiles(plan);
  yield listFile('factors.json', factors(plan));
  yield* policyFiles(plan);
  yield systemLogFile(plan);
}
