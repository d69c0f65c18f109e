import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ChatLinks } from './ChatLinks';

const mockCalls: unknown[][] = [];
jest.mock('@cam/platform', () => ({
  useApi: () => ({
    data: { links: [{ connection_id: 'c1', product: 'slack', user_id: 'U0ANA', user_name: 'ana.slack', linked_time: '2026-11-01T00:00:00.000Z' }] },
    mutate: async () => undefined,
  }),
  callApi: async (key: string, args: unknown) => {
    mockCalls.push([key, args]);
    return { code: 'ABCDE23456', expires_time: '2026-11-26T12:00:00.000Z' };
  },
  notify: { success: () => undefined },
}));

it('gives out a code, and unlinks a user of a chat service', async () => {
  render(<ChatLinks />);
  fireEvent.click(screen.getByRole('button', { name: 'Get a code' }));
  expect(await screen.findByText('ABCDE23456')).toBeTruthy();
  expect(screen.getByText(/^Slack user U0ANA, linked/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Unlink ana.slack' }));
  await waitFor(() =>
    expect(mockCalls.at(-1)).toEqual(['DELETE /v1/chat/links/{connection_id}/{user_id}', { path: { connection_id: 'c1', user_id: 'U0ANA' } }]),
  );
});
