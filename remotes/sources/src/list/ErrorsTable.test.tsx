import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { SourceMessage } from '@cam/contracts';
import * as platform from '@cam/platform';
import { ErrorsTable } from './ErrorsTable';

jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  notify: { success: jest.fn(), error: jest.fn() },
  storage: { get: () => null, set: () => undefined },
  useAddress: () => ({ get: () => '', set: () => undefined }),
}));

const message = {
  account_id: '1',
  account_name: 'Production',
  type: 'ERROR',
  message: 'Unexpected end',
  file: 'users.json',
  place: '/0',
} as SourceMessage;
const copy = () => fireEvent.click(screen.getByRole('button', { name: 'Copy Error' }));
const clipboard = (writeText: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
afterEach(cleanup);

it('ErrorsTable copies an error with its account and confirms it', async () => {
  const writeText = jest.fn(async () => undefined);
  clipboard(writeText);
  render(<ErrorsTable messages={[message]} />);
  copy();
  await waitFor(() => expect(platform.notify.success).toHaveBeenCalledWith('The Error Details have been copied to clipboard!'));
  expect(writeText).toHaveBeenCalledWith('Production: Unexpected end (users.json /0)');
});

it('ErrorsTable reports why the clipboard refused', async () => {
  clipboard(() => Promise.reject(new Error('Write permission denied.')));
  render(<ErrorsTable messages={[message]} />);
  copy();
  await waitFor(() => expect(platform.notify.error).toHaveBeenCalledWith('Write permission denied.'));
});

it('ErrorsTable shows that the stored facts of a source differ from its last import, as a warning', () => {
  const text = 'The stored facts of this account differ from its last import (12,030 of 12,431 facts), so answers may lack access. Pull it again.';
  render(<ErrorsTable messages={[{ ...message, type: 'WARNING', message: text, file: null, place: null }]} />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Warning')).toBeTruthy();
});
