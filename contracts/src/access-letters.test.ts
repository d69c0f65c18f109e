import { accessLetters } from './access-letters';

it('marks conditional access with a question mark', () => {
  expect(accessLetters('RWA', '-WA')).toBe('R W? A?');
  expect(accessLetters('R--', '---')).toBe('R');
  expect(accessLetters('---', '---')).toBe('none');
  expect(accessLetters('', '')).toBe('');
});
