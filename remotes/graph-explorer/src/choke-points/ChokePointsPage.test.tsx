import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { ChokePoints, WhatIfVerdict } from '@cam/contracts';
import ChokePointsPage from './ChokePointsPage';

const POINTS: ChokePoints = {
  ...{ computed_at: '2026-01-03T00:00:00.000Z', is_current: true, jewels: [1, 0, 4], identities: 20, is_complete: true },
  points: [
    {
      ...{ id: 'a', kind: 'ATTACHMENT', name: 'Deploy of deploy', action: 'Detach Deploy from deploy', uri: 't:AWS:1:-:ROLE:deploy', reach: 1 },
      ...{ pairs: [12, 0, 48], identities: 12, account_id: '1', account_name: 'Production', source_uid: 'u' },
      edits: [{ kind: 'DETACH_POLICY', holder: 'arn:deploy', policy: 'arn:Deploy' }],
    },
  ],
  line: [
    { action: '', account_name: '', pairs: [12, 0, 60] },
    { action: 'Detach Deploy from deploy', account_name: 'Production', pairs: [0, 0, 12] },
  ],
};
const VERDICT: WhatIfVerdict = {
  ...{ source_uid: 'u', cloud_type: 'AWS', account_id: '1', account_name: 'Production', taken_at: '2026-01-03T00:00:00.000Z', edits: [] },
  ...{ gained: 0, lost: 60, broken: 2, unknown: 0, is_complete: true, guardrails_complete: true, guardrails_compared: 3, notes: [] },
  ...{ rows: [], guardrails: [] },
};

let mockPoints: ChokePoints;
const mockCall = jest.fn();
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useApi: (key: string) => ({
    data: key === 'GET /v1/tiers' ? { tiers: ['Control', 'Crown jewels', 'Important', 'The rest'].map((name) => ({ name })) } : mockPoints,
    error: undefined,
    mutate: jest.fn(),
  }),
}));
// `useTrial` of the platform makes its calls by this module.
jest.mock('../../../../shared/platform/src/http/call-api', () => ({
  callApi: async (...args: unknown[]) => {
    mockCall(...args);
    return VERDICT;
  },
}));

function open(points: ChokePoints): void {
  mockPoints = points;
  render(
    <MemoryRouter>
      <ChokePointsPage />
    </MemoryRouter>,
  );
}

it('lists the changes with the access that each ends, and how reach falls with the best ones in a row', () => {
  open(POINTS);
  const row = screen.getByRole('row', { name: /Detach Deploy from deploy/ });
  expect(row.textContent).toContain('in Production');
  expect(row.textContent).toContain('12 to Control, 48 to Important');
  const falling = screen.getByRole('region', { name: 'Access after changes' });
  expect(within(falling).getByText(/^Detach Deploy from deploy/)).toBeTruthy();
  // A tier without resources has no line.
  expect(within(falling).queryByText('Crown jewels')).toBeNull();
});

it('tries a change on demand', async () => {
  open(POINTS);
  fireEvent.click(screen.getByRole('button', { name: 'Show effect: Deploy of deploy' }));
  expect((await screen.findByRole('region', { name: 'Verdict' })).textContent).toContain('Effect on Production');
  expect(mockCall.mock.calls[0][1]).toEqual({ body: { source_uid: 'u', edits: POINTS.points[0]?.edits } });
});

it('says that numbers are missing, old or lower bounds', () => {
  open({ ...POINTS, points: [], line: [], is_current: false, is_complete: false });
  expect(screen.getByText('Choke points are being computed again.')).toBeTruthy();
  expect(screen.getByText(/the numbers are lower bounds/)).toBeTruthy();
  expect(screen.getByText('No choke points')).toBeTruthy();
});
