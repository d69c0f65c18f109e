import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { SourceMessage } from '@cam/contracts';
import { ImportDialog } from './ImportDialog';

let mockFaults: readonly Partial<SourceMessage>[] = [];
jest.mock('@cam/platform', () => ({ notify: {}, useAddress: () => ({ get: () => '', set: () => undefined }) }));
// jsdom cannot read a slice of a file.
jest.mock('./account-id', () => ({ ...jest.requireActual('./account-id'), accountOfDump: async () => null }));
jest.mock('./api', () => ({ importBundle: async () => ({ uid: 'u' }), readingFaults: async () => mockFaults }));
afterEach(cleanup);

async function importing() {
  const calls = { onClose: jest.fn(), onImported: jest.fn(), onRefused: jest.fn() };
  render(<ImportDialog clouds={['AWS']} first="AWS" {...calls} />);
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('no file input');
  fireEvent.change(input, { target: { files: [new File(['{}'], 'dump.json')] } });
  fireEvent.change(screen.getByPlaceholderText(/\*$/), { target: { value: '111122223333' } });
  const button = screen.getByRole('button', { name: 'Import' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
  await waitFor(() => expect(calls.onImported).toHaveBeenCalledWith({ uid: 'u' }));
  return calls;
}

it('ImportDialog stays open and says why an export cannot be imported', async () => {
  mockFaults = [
    { type: 'ERROR', message: 'The bundle is of account 2, not of 1.' },
    { type: 'WARNING', message: 'The file is cut off.', file: 'dump.json', place: 'byte 12' },
  ];
  const { onClose, onRefused } = await importing();
  expect(await screen.findByText('The bundle is of account 2, not of 1.')).toBeTruthy();
  expect(screen.getByText('The file is cut off. (dump.json byte 12)')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(onRefused).toHaveBeenCalled();
});

it('ImportDialog closes once the server has read the export', async () => {
  mockFaults = [];
  const { onClose, onRefused } = await importing();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onRefused).not.toHaveBeenCalled();
});
