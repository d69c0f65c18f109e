import { cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { UsageEvent } from '@cam/contracts';
import * as platform from '@cam/platform';
import { runQuery } from '../search/api';
import { useSearch } from '../search-result/use-search';
import UserActivity from './UserActivity';

let mockEvents: Partial<UsageEvent>[] = [];
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  // The raw event no longer exists.
  useApi: (key: string) =>
    key === 'GET /v1/usage/eventraw'
      ? { error: { userMessage: 'gone', trackingId: 't' } }
      : { data: { usage_info_list: mockEvents }, mutate: async () => undefined },
  notify: { info: jest.fn() },
  storage: { get: () => null, set: () => undefined },
}));
jest.mock('../search/api', () => ({ BATCH_SIZE: 20, runQuery: jest.fn(), turnPage: jest.fn(), closeSession: jest.fn() }));

const show = () =>
  render(
    <MemoryRouter>
      <UserActivity username="ada" startTime="2026-03-01T00:00:00Z" endTime="2026-03-02T00:00:00Z" />
    </MemoryRouter>,
  );
beforeEach(() => jest.clearAllMocks());
afterEach(cleanup);

it('UserActivity says that no records match', () => {
  mockEvents = [];
  show();
  screen.getByText('No matching records');
});

it('UserActivity notifies if a raw event is missing, and stays usable', () => {
  const event = { event_id: 'e1', event_name: 's3:GetObject', action: 's3:GetObject', timestamp: '2026-03-01T08:00:00Z' };
  mockEvents = [{ ...event, resource_name: '', ip_address: '203.0.113.5', user_agent: 'aws-cli' }];
  show();
  fireEvent.click(screen.getByRole('button', { name: 'More Info about s3:GetObject' }));
  expect(platform.notify.info).toHaveBeenCalledWith('Detail not available.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('UserActivity notifies about a search without rows, but not about one with rows', async () => {
  const answer = { resp_type: 'AUTO_COMPLETE_RESP_TYPE_TABLE', page_number: 0, result_table: [], usage_table: [] };
  (runQuery as jest.Mock).mockResolvedValueOnce(answer).mockResolvedValueOnce({ ...answer, result_table: [{}] });
  const first = { page: 0, pageSize: 20, onPageClamped: jest.fn() };
  renderHook(() => useSearch('user with-access role', first));
  await waitFor(() => expect(platform.notify.info).toHaveBeenCalledWith('No matching records'));
  const { result } = renderHook(() => useSearch('user with-access any', first));
  await waitFor(() => expect(result.current.answer).not.toBeNull());
  expect(platform.notify.info).toHaveBeenCalledTimes(1);
});
