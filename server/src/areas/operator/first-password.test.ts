import { firstPasswordOf } from './first-password';

const ADA = { email: 'ada@x.example', names: [] };
const NAMED = 'Quiet-harbour-7';

it('a password is random and ends without a named one; a named one stays valid unless it is a first one', async () => {
  const random = await firstPasswordOf({ named: undefined, isFirst: false }, ADA, 'composed');
  expect(random.shown.first_password).toBe(random.stored.password);
  expect(random.stored.firstPasswordUntil?.getTime()).toBeGreaterThan(Date.now());
  expect(await firstPasswordOf({ named: NAMED, isFirst: false }, ADA, 'composed')).toEqual({
    stored: { password: NAMED },
    shown: { first_password: null, first_password_until: null },
  });
  const first = await firstPasswordOf({ named: NAMED, isFirst: true }, ADA, 'composed');
  expect(first.stored).toEqual({ password: NAMED, firstPasswordUntil: expect.any(Date) as Date });
  expect(first.shown).toEqual({ first_password: null, first_password_until: first.stored.firstPasswordUntil?.toISOString() });
  await expect(firstPasswordOf({ named: 'Password1!', isFirst: true }, ADA, 'composed')).rejects.toMatchObject({ status: 422, code: 'PASSWORD' });
});
