import type { Api, User } from '@cam/contracts';
import { passwordErrors, type PasswordErrors } from './password-rules';

export interface ProfileFields {
  firstName: string;
  lastName: string;
  jobTitle: string;
  /** What to be told of once a day. */
  toldOf: User['alert_info'];
  oldPassword: string;
  newPassword: string;
}

/** What somebody may be told of once a day. */
export const ALERT_NOTIFICATIONS = [
  { key: 'changes_in_config', label: 'Changes in Configuration' },
  { key: 'health_and_dialog_issue_found', label: 'Health and Diagnostic Issue Found' },
  { key: 'new_user_found', label: 'New User Found' },
] as const satisfies readonly { key: keyof User['alert_info']; label: string }[];

/** How an empty name is stored; people see nothing. */
const NONE = 'none';

export function fieldsOf(user: User): ProfileFields {
  const shown = (text: string): string => (text === NONE ? '' : text);
  return {
    firstName: shown(user.first_name),
    lastName: shown(user.last_name),
    jobTitle: shown(user.role),
    toldOf: user.alert_info,
    oldPassword: '',
    newPassword: '',
  };
}

export interface ProfileCheck {
  dirty: boolean;
  errors: PasswordErrors;
  canSave: boolean;
  /** In the setup wizard: there is nothing to save, or it can be saved. An old password alone is a change of it half made. */
  canGoOn: boolean;
}

/** An old password alone changes nothing, so it is no reason to save. */
export function checkProfile(fields: ProfileFields, saved: ProfileFields): ProfileCheck {
  const dirty =
    (['firstName', 'lastName', 'jobTitle', 'newPassword'] as const).some((name) => fields[name] !== saved[name]) ||
    ALERT_NOTIFICATIONS.some(({ key }) => fields.toldOf[key] !== saved.toldOf[key]);
  const errors = passwordErrors(fields.oldPassword, fields.newPassword);
  const canSave = dirty && !errors.oldPassword && !errors.newPassword;
  return { dirty, errors, canSave, canGoOn: canSave || (!dirty && fields.oldPassword === '') };
}

export function toRequest(user: User, fields: ProfileFields): Api['PATCH /v1/tenants/users']['body'] {
  const orNone = (text: string): string => text.trim() || NONE;
  return {
    user: {
      email: user.email,
      first_name: orNone(fields.firstName),
      last_name: orNone(fields.lastName),
      role: orNone(fields.jobTitle),
      alert_info: fields.toldOf,
    },
    ...(fields.newPassword ? { old_password: fields.oldPassword, new_password: fields.newPassword } : {}),
  };
}
