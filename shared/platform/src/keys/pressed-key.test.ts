/** @jest-environment jsdom */
import { pressedKey } from './pressed-key';

test.each<[string, KeyboardEventInit, string | null]>([
  ['a letter', { key: 'j' }, 'j'],
  ['a letter with Caps Lock', { key: 'J' }, 'j'],
  ['a letter with Shift', { key: 'J', shiftKey: true }, 'J'],
  ['a letter with Ctrl', { key: 'j', ctrlKey: true }, null],
  ['a letter with Alt', { key: 'j', altKey: true }, null],
  ['a digit with Alt', { key: '5', altKey: true }, null],
  ['/ of a German keyboard, with Shift', { key: '/', shiftKey: true }, '/'],
  [
    '[ of a German keyboard, with AltGr, which Windows reports as Ctrl and Alt',
    { key: '[', ctrlKey: true, altKey: true, modifierAltGraph: true },
    '[',
  ],
  ['[ of a German keyboard, with Option', { key: '[', altKey: true }, '['],
  ['/ with Ctrl', { key: '/', ctrlKey: true }, null],
  ['Escape', { key: 'Escape' }, 'Escape'],
])('%s', (_, init, expected) => {
  expect(pressedKey(new KeyboardEvent('keydown', init))).toBe(expected);
});
