import { userLabel } from './user-label';

describe('the label beside the name of a user', () => {
  it('names the built-in user pool, else what the user may do', () => {
    expect(userLabel({ userSource: 'COGNITO', rights: ['CAM_GENERAL_WRITE'] })).toBe('(Built-in user)');
    expect(userLabel({ userSource: 'IDN_IDP', rights: ['CAM_GENERAL_WRITE'] })).toBe('(Admin)');
    expect(userLabel({ userSource: 'IDN_IDP', rights: ['CAM_GENERAL_READ'] })).toBe('(User)');
  });
});
