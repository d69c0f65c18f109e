import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RefreshButton } from './RefreshButton';

const mockCalls: string[] = [];
let mockMayRun = true;
jest.mock('@cam/platform', () => ({
  callApi: async (key: string) => void mockCalls.push(key),
  notify: { error: jest.fn() },
  useSession: () => ({ can: () => mockMayRun }),
  Part: () => null,
}));
jest.mock('../registry/preload-page', () => ({ preloadPage: jest.fn() }));
jest.mock('@cam/platform/host', () => ({
  refreshData: async () => void mockCalls.push('data'),
  reloadTenant: async () => void mockCalls.push('tenant'),
}));

it.each([
  ['starts an ingestion and reloads the data for a user who can change sources', true, ['PATCH /v1/calendar/onDemandRunFSM', 'tenant', 'data']],
  ['only reloads the data for a read-only user', false, ['tenant', 'data']],
])('RefreshButton %s', async (_what, mayRun, calls) => {
  mockCalls.length = 0;
  mockMayRun = mayRun;
  render(<RefreshButton collapsed={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(mockCalls).toEqual(calls));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toHaveProperty('disabled', false));
});
