import { brokenRuleOfNew, guessablePassword } from './guessable-password';

const ADA = { email: 'ada.moreno+work@demo.example', names: ['Ada', 'Moreno'] };
const COMMON = 'Password should not be a common password';
const OWN = 'Password should not contain your name or e-mail address';

it.each([
  'Password1!',
  'P@ssw0rd2026!',
  'Passw0rd!!',
  'Qwertyuiop!',
  '1qaz!2wsx-3EDC',
  'Summer2026!',
  '!!Dragon!!99',
  'Monkey-123456',
  'PasswordPassword!',
])('guessablePassword refuses the common password %s', async (password) => {
  expect(await guessablePassword(password, ADA)).toBe(COMMON);
});

it.each(['Moreno-harbour-7', 'x-ADA.moreno-7', 'Quiet-ada-harbour', 'ada.moreno+work@demo.example'])(
  'guessablePassword refuses %s, which contains a name of its owner',
  async (password) => {
    expect(await guessablePassword(password, ADA)).toBe(OWN);
  },
);

it.each(['Quiet-harbour-7', 'Right-password-1', 'Lambada-harbour-7', 'Demo-6hK2pQx9Lm0t-x', 'None-of-these-7'])(
  'guessablePassword accepts %s',
  async (password) => {
    expect(await guessablePassword(password, { ...ADA, names: [...ADA.names, 'none', ''] })).toBeNull();
  },
);

it('brokenRuleOfNew accepts 128 characters and refuses more', async () => {
  const long = `Quiet-harbour-7-${'éx'.repeat(56)}`;
  expect([long.length, await brokenRuleOfNew(long, ADA, 'composed')]).toEqual([128, null]);
  expect(await brokenRuleOfNew(`${long}y`, ADA, 'composed')).toBe('Password should be at most 128 characters long');
});

it('with the rule of length, 12 characters of any kind suffice, but neither a common password nor blanks', async () => {
  const broken = (password: string) => brokenRuleOfNew(password, ADA, 'length');
  expect(await broken('quiet harbour')).toBeNull();
  expect(await broken('eleven char')).toBe('Password should be at least 12 characters long');
  expect(await broken('one       two')).toBe('Password should be at least 12 characters long');
  expect(await broken('passwordpassword')).toBe('Password should not be a common password');
});
