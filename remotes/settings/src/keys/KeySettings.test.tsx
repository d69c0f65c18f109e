import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { consoleKeys, type KeyChanges } from '@cam/contracts';
import * as platform from '@cam/platform';
import { KeySettings } from './KeySettings';

const COMMANDS = [
  { id: 'alerts.open', label: 'Alerts', keys: 'g a' },
  { id: 'sources.new', label: 'Add a source' },
];
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<typeof platform>('@cam/platform'),
  useConsoleKeys: jest.fn(),
  saveConsoleKeys: jest.fn(),
}));

const save = jest.mocked(platform.saveConsoleKeys);
function have(changes: KeyChanges): void {
  jest.mocked(platform.useConsoleKeys).mockReturnValue({ changes, singleKeys: true, commands: COMMANDS, keys: consoleKeys(changes, COMMANDS) });
}
beforeEach(() => {
  save.mockReset().mockResolvedValue();
  have({});
});

/** Presses a key in the field of an action. */
function press(label: string, key: string): void {
  const change = screen.queryByRole('button', { name: `Change the key of ${label}` });
  if (change) fireEvent.click(change);
  fireEvent.keyDown(screen.getByRole('textbox', { name: label }), { key });
}

test('a user changes a key, removes it, or leaves it', () => {
  render(<KeySettings />);
  press('Next row', 'n');
  expect(save).toHaveBeenLastCalledWith({ changes: { 'row-next': 'n' } });
  press('Search', 'Backspace');
  expect(save).toHaveBeenLastCalledWith({ changes: { search: '' } });
  press('Previous row', 'Escape');
  expect(save).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('the focus goes back to the button of a key that was changed, left or reset, but not after a click elsewhere', () => {
  have({ search: 's' });
  render(<KeySettings />);
  const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
  press('Next row', 'n');
  expect(focused()).toBe('Change the key of Next row');
  press('Previous row', 'Escape');
  expect(focused()).toBe('Change the key of Previous row');
  fireEvent.click(screen.getByRole('button', { name: 'Reset the key of Search' }));
  expect(focused()).toBe('Change the key of Search');
  fireEvent.click(screen.getByRole('button', { name: 'Change the key of Search' }));
  act(() => screen.getByRole('button', { name: 'Reset all keys' }).focus());
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(focused()).toBeNull();
});

test('the key of another action is refused with its name, and the field stays for another key', () => {
  render(<KeySettings />);
  press('Next row', 'k');
  expect(screen.getByRole('alert').textContent).toBe('"k" is already the key of "Previous row". Choose another key, or change that one first.');
  expect(save).not.toHaveBeenCalled();
  press('Next row', 'n');
  expect(save).toHaveBeenCalledTimes(1);
});

test('a page gets g and a letter', () => {
  render(<KeySettings />);
  press('Add a source', 'a');
  expect(screen.getByRole('alert').textContent).toContain('"g a" is already the key of "Alerts".');
  press('Add a source', 'q');
  expect(save).toHaveBeenLastCalledWith({ changes: { 'sources.new': 'g q' } });
});

test('a changed key can be reset, alone or with all others', () => {
  have({ 'row-next': 'n', search: 's' });
  render(<KeySettings />);
  expect(within(screen.getByRole('region', { name: 'Lists' })).getByText('n')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reset the key of Next row' }));
  expect(save).toHaveBeenLastCalledWith({ changes: { search: 's' } });
  fireEvent.click(screen.getByRole('button', { name: 'Reset all keys' }));
  expect(save).toHaveBeenLastCalledWith({ changes: {} });
});
