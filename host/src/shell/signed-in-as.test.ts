import type { User } from '@cam/contracts';
import { signedInAs } from './signed-in-as';

const user = (change: Partial<User> = {}): User => ({
  first_name: 'Ada',
  last_name: 'Moreno',
  email: 'ada@demo.example',
  user_name: 'ada',
  role: 'none',
  rights: ['CAM_GENERAL_READ'],
  userSource: 'IDN_IDP',
  alert_info: { changes_in_config: false, health_and_dialog_issue_found: false, new_user_found: false },
  ...change,
});

describe('the first line of the user menu', () => {
  it('names the user and the role', () => {
    expect(signedInAs(user(), false)).toBe('Signed in as Ada Moreno (User)');
    expect(signedInAs(user({ rights: ['CAM_GENERAL_WRITE'] }), false)).toBe('Signed in as Ada Moreno (Admin)');
    expect(signedInAs(user({ userSource: 'SOURCE_UNKNOWN', rights: ['CAM_ACCOUNT_WRITE'] }), false)).toBe('Signed in as Ada Moreno (User)');
  });

  it('names the built-in user pool before anything else', () => {
    expect(signedInAs(user({ userSource: 'COGNITO', rights: ['CAM_GENERAL_WRITE'] }), false)).toBe('Signed in as Ada Moreno (Built-in user pool)');
  });

  it('says when the console is offline', () => {
    expect(signedInAs(user(), true)).toBe('Signed in as Ada Moreno (User) (Offline)');
  });

  it('hides a name stored as none and shows the email address without a name', () => {
    expect(signedInAs(user({ last_name: 'none' }), false)).toBe('Signed in as Ada (User)');
    expect(signedInAs(user({ first_name: 'none', last_name: '' }), false)).toBe('Signed in as ada@demo.example (User)');
  });

  it('reports that no user is signed in', () => {
    expect(signedInAs(null, false)).toBe('Not logged in');
  });
});
