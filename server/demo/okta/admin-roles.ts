import { ROLES_OF_CAST } from '../company/people';
import { listFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { link, oktaGroupId, oktaTime, oktaUserId } from './org';

interface Given {
  type: 'SUPER_ADMIN' | 'ORG_ADMIN' | 'HELP_DESK_ADMIN' | 'GROUP_MEMBERSHIP_ADMIN' | 'READ_ONLY_ADMIN';
  label: string;
}

const SUPER: Given = { type: 'SUPER_ADMIN', label: 'Super Administrator' };

/** Yields the administrators of the org, one file each, like the responses of `GET /api/v1/users/{id}/roles` and its group form. */
export function* adminRoleFiles(plan: Plan): Generator<DemoFile> {
  const { headOfPlatform, ciso, identityEngineer, dormant } = ROLES_OF_CAST;
  const person = (index: number, given: Given): DemoFile => rolesFile(plan, 'USER', oktaUserId(plan, { index }), given);
  const group = (key: string, given: Given): DemoFile => rolesFile(plan, 'GROUP', oktaGroupId(plan, key), given);
  yield person(headOfPlatform, SUPER);
  yield person(identityEngineer, SUPER);
  // Has not signed in for months and can still give access to anyone.
  yield person(dormant, SUPER);
  yield person(ciso, { type: 'READ_ONLY_ADMIN', label: 'Read-only Administrator' });
  yield group('identity-admins', { type: 'ORG_ADMIN', label: 'Organization Administrator' });
  // The service desk manages all groups, even those that administer the clouds.
  yield group('dept-it', { type: 'GROUP_MEMBERSHIP_ADMIN', label: 'Group Membership Administrator' });
  yield group('dept-support', { type: 'HELP_DESK_ADMIN', label: 'Help Desk Administrator' });
}

function rolesFile(plan: Plan, assignmentType: 'USER' | 'GROUP', holder: string, { type, label }: Given): DemoFile {
  const made = oktaTime(plan.calendar.at(510, 38_000));
  const of = assignmentType === 'USER' ? `users/${holder}` : `groups/${holder}`;
  return listFile(`roles/${holder}.json`, [
    {
      id: `${assignmentType === 'USER' ? 'ra1' : 'gra'}${plan.seed.at('okta-role', holder, type).alphanumeric(17)}`,
      label,
      type,
      status: 'ACTIVE',
      created: made,
      lastUpdated: made,
      assignmentType,
      _links: { assignee: link(of) },
    },
  ]);
}
