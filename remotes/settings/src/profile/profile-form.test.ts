import type { User } from '@cam/contracts';
import { checkProfile, fieldsOf, toRequest } from './profile-form';

const NOTHING = { changes_in_config: false, health_and_dialog_issue_found: false, new_user_found: false };
const USER = { first_name: 'Ada', last_name: 'none', role: 'none', email: 'ada@x.example', alert_info: NOTHING } as User;

describe('the profile form', () => {
  it('shows an empty field for a name stored as none, and stores an empty name as none', () => {
    expect(fieldsOf(USER)).toMatchObject({ firstName: 'Ada', lastName: '', jobTitle: '' });
    expect(toRequest(USER, { ...fieldsOf(USER), firstName: '  ' }).user).toMatchObject({ first_name: 'none', last_name: 'none', role: 'none' });
  });

  it('cannot be saved without a change, or with only an old password', () => {
    const saved = fieldsOf(USER);
    expect(checkProfile(saved, saved).canSave).toBe(false);
    expect(checkProfile({ ...saved, oldPassword: 'Old-Password-1' }, saved).canSave).toBe(false);
    expect(checkProfile({ ...saved, jobTitle: 'Engineer' }, saved).canSave).toBe(true);
    expect(checkProfile({ ...saved, notifications: { ...NOTHING, new_user_found: true } }, saved).canSave).toBe(true);
  });

  it('cannot be saved with a password that breaks a rule', () => {
    const saved = fieldsOf(USER);
    expect(checkProfile({ ...saved, newPassword: 'weak' }, saved).canSave).toBe(false);
    expect(checkProfile({ ...saved, oldPassword: 'Old-Password-1', newPassword: 'New-Password-1' }, saved).canSave).toBe(true);
  });

  it('lets the setup continue without a change, but not with an incomplete new password', () => {
    const saved = fieldsOf(USER);
    expect(checkProfile(saved, saved).canContinue).toBe(true);
    expect(checkProfile({ ...saved, oldPassword: 'Old-Password-1' }, saved).canContinue).toBe(false);
    expect(checkProfile({ ...saved, jobTitle: 'Engineer', newPassword: 'weak' }, saved).canContinue).toBe(false);
    expect(checkProfile({ ...saved, jobTitle: 'Engineer' }, saved).canContinue).toBe(true);
  });
});
