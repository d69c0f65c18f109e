import { COMPANY } from '../company/company';
import { Membership } from '../company/membership';
import { listsFile, type DemoBundle, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { applicationFiles } from './applications';
import { auditFile } from './audit-log';
import { conditionalAccessFiles } from './conditional-access';
import { directoryId } from './directory';
import { directoryRolesFile } from './directory-roles';
import { groupFiles } from './groups';
import { signInFile } from './sign-in-log';
import { registrations } from './registrations';
import { entraUsers, isEnabled } from './users';

/** Returns the bundle of the directory behind every Azure subscription. It also signs users in to the AWS organization of the acquired company. */
export function entraBundle(plan: Plan): DemoBundle {
  const name = `${COMPANY} Entra ID`;
  return {
    folder: 'entra',
    cloudType: 'IDP_AZURE_AD',
    accountId: directoryId(plan),
    name,
    day: plan.calendar.day,
    takenAt: plan.calendar.takenAt,
    files: () => entraFiles(plan),
  };
}

function* entraFiles(plan: Plan): Generator<DemoFile> {
  yield listsFile('users.json', { value: entraUsers(plan) });
  yield listsFile('user-registration-details.json', { value: registrations(plan) });
  yield* groupFiles(plan, new Membership(plan, (person) => isEnabled(plan, person)));
  yield* applicationFiles(plan);
  yield directoryRolesFile(plan);
  yield* conditionalAccessFiles(plan);
  yield signInFile(plan);
  yield auditFile(plan);
}
