import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { KeySheet } from './KeySheet';
import { useGlobalKeys } from './use-global-keys';

const search = jest.fn();
const palette = jest.fn();
const sequence = jest.fn();

function Console() {
  const [open, setOpen] = useState(false);
  useGlobalKeys({ palette, search, help: () => setOpen(true), sequence });
  return (
    <>
      <input aria-label="Name" />
      <KeySheet open={open} pages={[{ keys: 'g d', text: 'Dashboard' }]} onClose={() => setOpen(false)} />
    </>
  );
}

const press = (target: Element, key: string, more: Partial<KeyboardEventInit> = {}): void => {
  jest.useFakeTimers();
  fireEvent.keyDown(target, { key, shiftKey: key === '?', ...more });
  act(() => void jest.runOnlyPendingTimers());
  jest.useRealTimers();
};

beforeEach(() => {
  localStorage.clear();
  for (const mock of [search, palette, sequence]) mock.mockClear();
});

test('Ctrl+K opens the palette and / goes to the search, except that / stays a letter in a field', () => {
  render(<Console />);
  press(document.body, '/');
  press(screen.getByLabelText('Name'), '/');
  expect(search).toHaveBeenCalledTimes(1);
  press(screen.getByLabelText('Name'), 'k', { ctrlKey: true });
  expect(palette).toHaveBeenCalledTimes(1);
});

test('g and a letter run a command, and only in this order', () => {
  render(<Console />);
  for (const key of ['d', 'g', 'd', 'a']) press(document.body, key);
  expect(sequence.mock.calls).toEqual([['g d']]);
});

test('? lists the keys, and a switch turns keys without a modifier off', async () => {
  render(<Console />);
  press(document.body, '?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: /Keys without Ctrl/ }));
  press(document.body, '/');
  expect(search).not.toHaveBeenCalled();
  press(document.body, 'k', { ctrlKey: true });
  expect(palette).toHaveBeenCalledTimes(1);
});

test('a page that has a list of keys of its own shows that one', () => {
  render(<Console />);
  const own = (event: KeyboardEvent): void => event.preventDefault();
  window.addEventListener('keydown', own);
  press(document.body, '?');
  window.removeEventListener('keydown', own);
  expect(screen.queryByRole('dialog')).toBeNull();
});
