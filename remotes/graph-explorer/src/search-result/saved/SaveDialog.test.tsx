import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SaveDialog } from './SaveDialog';

const mockSaved: unknown[] = [];
jest.mock('@cam/platform', () => ({
  callApi: async (_call: string, { body }: { body: unknown }) => void mockSaved.push(body),
  notify: { success: () => undefined },
}));

test('the dialog begins in the name, and Enter saves the search once it has one', async () => {
  const onClose = jest.fn();
  render(<SaveDialog open query="user with-access any" onClose={onClose} />);
  const name = screen.getByLabelText('Name');
  await waitFor(() => expect(document.activeElement).toBe(name));
  fireEvent.keyDown(name, { key: 'Enter' });
  fireEvent.keyUp(name, { key: 'Enter' });
  expect(mockSaved).toEqual([]);
  fireEvent.change(name, { target: { value: ' Buckets ' } });
  fireEvent.keyDown(name, { key: 'Enter' });
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(mockSaved).toEqual([{ name: 'Buckets', folder: '', query: 'user with-access any', shared: false }]);
});
