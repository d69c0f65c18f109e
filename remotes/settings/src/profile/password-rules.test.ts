import { brokenPasswordRule, passwordErrors } from './password-rules';

describe('a new password', () => {
  it('reports broken rules in the order of the specification', () => {
    expect(brokenPasswordRule('Short-1')).toBe('Password should be at least 10 characters long');
    expect(brokenPasswordRule('UPPERCASE-ONLY')).toBe('Password should contain lowercase letters');
    expect(brokenPasswordRule('lowercase-only')).toBe('Password should contain uppercase letters');
    expect(brokenPasswordRule(' Leading-blank')).toBe('Password should start and end from non-whitespace character');
    expect(brokenPasswordRule('NoSpecials123')).toBe('Password should contain a special character');
    expect(brokenPasswordRule('All-Rules-Kept')).toBeNull();
  });

  it('requires the old password, and nothing while it is empty', () => {
    expect(passwordErrors('', 'All-Rules-Kept').oldPassword).toBe('Old password should be filled in');
    expect(passwordErrors('x', '')).toEqual({ oldPassword: null, newPassword: null });
  });
});
