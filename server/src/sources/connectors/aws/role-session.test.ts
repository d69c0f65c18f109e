import { principalOf } from './role-session';

it("principalOf returns a user's ARN, and for a session its role's ARN with the configured path", () => {
  expect(principalOf('arn:aws:iam::111122223333:user/cam', undefined)).toBe('arn:aws:iam::111122223333:user/cam');
  const session = 'arn:aws:sts::111122223333:assumed-role/cam-server/i-0abc';
  expect(principalOf(session, undefined)).toBe('arn:aws:iam::111122223333:role/cam-server');
  expect(principalOf(session, 'arn:aws:iam::111122223333:role/apps/cam-server')).toBe('arn:aws:iam::111122223333:role/apps/cam-server');
  expect(principalOf(session, 'arn:aws:iam::111122223333:role/other')).toBe('arn:aws:iam::111122223333:role/cam-server');
});
