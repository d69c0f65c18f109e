import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import * as platform from '@cam/platform';
import GuardrailsPage from './GuardrailsPage';

const mockGuardrail = {
  ...{ monitor_id: 'm1', name: 'Strangers', severity: 'HIGH', query: 'user', description: '', label: 'Custom', category: [], auto_create: false },
  ...{ failed_count: 0, alerts_enabled: true, alerts_since: null, user_id: 'ada', create_date: '2026-03-01T00:00:00Z', last_alert_date: null },
  ...{ notify: { email: [], slack_url: [], syslog: [], min_risk: null, at_once: false } },
};
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useApi: (key: string) => ({
    data: key === 'GET /v1/intents/monitors' ? { monitor_info_list: [mockGuardrail] } : { total: 1, active: 1 },
    mutate: async () => undefined,
  }),
  useSession: () => ({ can: () => true }),
  useAddress: () => ({ get: () => '', set: () => undefined }),
  callApi: jest.fn(async () => ({ error: '' })),
  confirm: jest.fn(),
  notify: { success: jest.fn() },
  storage: { get: () => null, set: () => undefined },
}));

afterEach(cleanup);

it.each([true, false])('GuardrailsPage deletes a guardrail only after confirmation: %p', async (isConfirmed) => {
  jest.clearAllMocks();
  (platform.confirm as jest.Mock).mockResolvedValue(isConfirmed);
  render(
    <MemoryRouter>
      <GuardrailsPage />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Strangers' }));
  fireEvent.click(await screen.findByText('Delete Guardrail'));
  expect(platform.confirm).toHaveBeenCalledWith({ message: 'Are you sure want to delete guardrail?' });
  if (!isConfirmed) return void (await waitFor(() => expect(platform.callApi).not.toHaveBeenCalled()));
  await waitFor(() => expect(platform.notify.success).toHaveBeenCalledWith('Guardrail deleted.'));
});
