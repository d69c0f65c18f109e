import { passwordStrength, STRENGTHS } from './password-strength';

it.each([
  ['', 'Weak'],
  ['Aaaaaaaaa!', 'Weak'],
  ['Abcdefg-12345', 'Weak'],
  ['Summer-2026', 'Fair'],
  ['Quiet-harbour-7', 'Good'],
  ['four quiet harbours below the hill', 'Strong'],
])('%j is %s', (password, strength) => {
  expect(STRENGTHS[passwordStrength(password)]).toBe(strength);
});
