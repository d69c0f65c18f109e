import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { ChangeOptions, WhatIfVerdict } from '@cam/contracts';
import { ApiFailure } from '@cam/platform';
import { TryChangeDrawer } from './TryChangeDrawer';

const OPTIONS: ChangeOptions = {
  ...{ uri: 't:AWS:1:-:ROLE:deploy', native_id: 'arn:role', name: 'deploy', type: 'ROLE', reason: '' },
  policies: [
    {
      name: 'Deploy',
      place: 'managed policy',
      document: '{}',
      edit: { kind: 'SET_MANAGED_POLICY', target: 'arn:deploy', name: '' },
      may_delete: true,
    },
  ],
  ...{ attached: [], attachable: [], groups: [], joinable: [], members: [] },
};
const end = (name: string, type: string) => ({ uri: `t:AWS:1:-:${type}:${name}`, name, type, account_id: '1' });
const VERDICT: WhatIfVerdict = {
  ...{ source_uid: 'u', cloud_type: 'AWS', account_id: '1', account_name: 'Production', taken_at: '2026-01-03T00:00:00.000Z', edits: [] },
  ...{ gained: 0, lost: 1, broken: 1, unknown: 0, is_complete: true, guardrails_complete: true, guardrails_compared: 3, notes: [] },
  rows: [
    {
      ...{ identity: end('ann', 'USER'), resource: end('ledger', 'OBJECT_STORE'), use: 'USED', use_reason: '' },
      ...{ actions_before: 'RW-', conditional_actions_before: '---', actions_after: '-W-', conditional_actions_after: '---' },
      ...{ gained: { total: 0, names: [] }, lost: { total: 1, names: ['s3:GetObject'] } },
      ...{ broken: [{ action: 's3:GetObject', actor: 'deploy', calls: 2, last_at: '2026-01-02T03:04:05Z' }], broken_total: 1 },
    },
  ],
  guardrails: [{ monitor_id: 'm', name: 'Writers', severity: 'HIGH', raised: 2, cleared: 0, examples: [{ ...end('bob', 'USER'), objects: 1 }] }],
};

let mockAnswer: () => Promise<WhatIfVerdict>;
const mockCall = jest.fn();
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useApi: () => ({ data: mockOptions, error: undefined, mutate: jest.fn() }),
  callApi: (...args: unknown[]) => {
    mockCall(...args);
    return mockAnswer();
  },
}));
let mockOptions: ChangeOptions;

function open(options = OPTIONS): void {
  mockOptions = options;
  render(
    <MemoryRouter>
      <TryChangeDrawer entity={{ uri: options.uri, name: options.name }} onClose={jest.fn()} />
    </MemoryRouter>,
  );
}

it('an edited document is tried, and the verdict says what breaks, what is lost and which guardrails find more', async () => {
  mockAnswer = async () => VERDICT;
  open();
  const button = screen.getByRole('button', { name: 'Try change' });
  expect(button.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Document'), { target: { value: '{"Version":"2012-10-17"}' } });
  fireEvent.click(button);
  const broken = await screen.findByRole('region', { name: 'Breaks access in use' });
  expect(mockCall.mock.calls[0][1]).toEqual({
    body: { edits: [{ kind: 'SET_MANAGED_POLICY', policy: 'arn:deploy', document: { Version: '2012-10-17' } }] },
  });
  expect(broken.textContent).toContain('In use: s3:GetObject as deploy (2 calls, last on 2026-01-02).');
  expect(within(broken).getByText('Loses s3:GetObject')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Other lost access' }).textContent).toContain('Nobody else loses access.');
  expect(screen.getByRole('region', { name: 'Gained' }).textContent).toContain('Nobody gains access.');
  expect(screen.getByRole('region', { name: 'Guardrails' }).textContent).toContain('would raise 2 alerts');
  // The verdict goes when the document changes again, because it no longer belongs to it.
  fireEvent.change(screen.getByLabelText('Document'), { target: { value: '{"Version":"x"}' } });
  expect(screen.queryByRole('region', { name: 'Verdict' })).toBeNull();
});

it('a refused change shows why', async () => {
  mockAnswer = () => Promise.reject(new ApiFailure(422, 'Edit 1: no such user.', 'CHANGE_REFUSED', 'x-1', undefined));
  open();
  fireEvent.change(screen.getByLabelText('Document'), { target: { value: '{"Version":"2012-10-17"}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Try change' }));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be tried');
});

it('an entity without anything to change says why', () => {
  open({ ...OPTIONS, policies: [], reason: 'AWS owns this policy, so nobody else can change it.' });
  expect(screen.getByText('AWS owns this policy, so nobody else can change it.')).toBeTruthy();
});
