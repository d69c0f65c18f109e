import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import * as platform from '@cam/platform';
import { KeySheet } from './KeySheet';
import { useGlobalKeys } from './use-global-keys';

jest.mock('@cam/platform', () => ({
  ...jest.requireActual<typeof platform>('@cam/platform'),
  useConsoleKeys: jest.fn(),
  saveConsoleKeys: jest.fn(),
}));

const search = jest.fn();
const palette = jest.fn();
const sequence = jest.fn();

function Console() {
  const [open, setOpen] = useState(false);
  useGlobalKeys({ palette, search, help: () => setOpen(true), sequence });
  return (
    <MemoryRouter>
      <input aria-label="Name" />
      <KeySheet open={open} pages={[{ keys: 'g d', text: 'Dashboard' }]} onClose={() => setOpen(false)} />
    </MemoryRouter>
  );
}

/** Gives the user keys other than those of the console. */
function have(changes: Record<string, string>, singleKeys = true): void {
  jest
    .mocked(platform.useConsoleKeys)
    .mockReturnValue({ changes, singleKeys, commands: [], keys: { search: '/', 'show-keys': '?', 'row-next': 'j', ...changes } });
}

const press = (target: Element, key: string, more: Partial<KeyboardEventInit> = {}): void => {
  jest.useFakeTimers();
  fireEvent.keyDown(target, { key, shiftKey: key === '?', ...more });
  act(() => void jest.runOnlyPendingTimers());
  jest.useRealTimers();
};

beforeEach(() => {
  have({});
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

test('the second key of a sequence is no key of the page', () => {
  render(<Console />);
  const ofPage: string[] = [];
  const own = (event: KeyboardEvent): void => void (event.defaultPrevented || ofPage.push(event.key));
  document.addEventListener('keydown', own);
  for (const key of ['a', 'g', 'a']) press(document.body, key);
  document.removeEventListener('keydown', own);
  expect(ofPage).toEqual(['a', 'g']);
});

test('? lists the keys with those of the user, and a switch turns keys without Ctrl off', async () => {
  have({ search: 's', 'row-next': '' });
  const { rerender } = render(<Console />);
  press(document.body, '?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(sheet.textContent).toContain('sSearch');
  expect(sheet.textContent).not.toContain('Next row');
  jest.mocked(platform.saveConsoleKeys).mockResolvedValue();
  fireEvent.click(screen.getByRole('switch', { name: /Keys without Ctrl/ }));
  expect(platform.saveConsoleKeys).toHaveBeenCalledWith({ singleKeys: false });
  have({}, false);
  rerender(<Console />);
  press(document.body, '/');
  expect(search).not.toHaveBeenCalled();
  press(document.body, 'k', { ctrlKey: true });
  expect(palette).toHaveBeenCalledTimes(1);
});

test('a changed key takes the place of the key of the console', () => {
  have({ search: 's' });
  render(<Console />);
  press(document.body, '/');
  expect(search).not.toHaveBeenCalled();
  press(document.body, 's');
  expect(search).toHaveBeenCalledTimes(1);
});

test('a page that uses a key itself goes first', () => {
  render(<Console />);
  const own = (event: KeyboardEvent): void => event.preventDefault();
  document.addEventListener('keydown', own);
  press(document.body, '?');
  document.removeEventListener('keydown', own);
  expect(screen.queryByRole('dialog')).toBeNull();
});
