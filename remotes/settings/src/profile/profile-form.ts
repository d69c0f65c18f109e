import type { Api, User } from '@cam/contracts';
import { passwordErrors, type PasswordErrors, type PasswordRules } from './password-rules';

/** Fields of the profile form. */
export interface ProfileFields {
  firstName: string;
  lastName: string;
  jobTitle: string;
  /** Events that the daily e-mail counts. */
  notifications: User['alert_info'];
  oldPassword: string;
  newPassword: string;
}

/** Choices for the daily e-mail. */
export const ALERT_NOTIFICATIONS = [
  { key: 'changes_in_config', label: 'Changes in Configuration' },
  { key: 'health_and_dialog_issue_found', label: 'Health and Diagnostic Issue Found' },
  { key: 'new_user_found', label: 'New User Found' },
] as const satisfies readonly { key: keyof User['alert_info']; label: string }[];

/** Stored value of an empty name or job title. The form shows an empty field instead. */
const EMPTY_NAME = 'none';

/** Returns the form fields of a stored user. */
export function fieldsOf(user: User): ProfileFields {
  const shown = (text: string): string => (text === EMPTY_NAME ? '' : text);
  return {
    firstName: shown(user.first_name),
    lastName: shown(user.last_name),
    jobTitle: shown(user.role),
    notifications: user.alert_info,
    oldPassword: '',
    newPassword: '',
  };
}

/** State of the form against the stored profile. */
export interface ProfileCheck {
  dirty: boolean;
  errors: PasswordErrors;
  canSave: boolean;
  /** The setup wizard may continue: there is nothing to save, or all changes are valid. Only an old password is an incomplete change. */
  canContinue: boolean;
}

/** Compares the form with the stored profile. Only an old password is not a change, so it cannot be saved. */
export function checkProfile(fields: ProfileFields, saved: ProfileFields, rules?: PasswordRules): ProfileCheck {
  const dirty =
    (['firstName', 'lastName', 'jobTitle', 'newPassword'] as const).some((name) => fields[name] !== saved[name]) ||
    ALERT_NOTIFICATIONS.some(({ key }) => fields.notifications[key] !== saved.notifications[key]);
  const errors = passwordErrors(fields.oldPassword, fields.newPassword, rules);
  const canSave = dirty && !errors.oldPassword && !errors.newPassword;
  return { dirty, errors, canSave, canContinue: canSave || (!dirty && fields.oldPassword === '') };
}

/** Converts the form fields to the request body. */
export function toRequest(user: User, fields: ProfileFields): Api['PATCH /v1/tenants/users']['body'] {
  const orNone = (text: string): string => text.trim() || EMPTY_NAME;
  return {
    user: {
      email: user.email,
      first_name: orNone(fields.firstName),
      last_name: orNone(fields.lastName),
      role: orNone(fields.jobTitle),
      alert_info: fields.notifications,
    },
    ...(fields.newPassword ? { old_password: fields.oldPassword, new_password: fields.newPassword } : {}),
  };
}
