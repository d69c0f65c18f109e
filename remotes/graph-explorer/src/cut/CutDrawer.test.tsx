import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { BreakAnswer, BreakElement, WhatIfVerdict } from '@cam/contracts';
import { ApiFailure } from '@cam/platform';
import { CutDrawer } from './CutDrawer';

const end = (name: string, type: string) => ({ uri: `t:AWS:1:-:${type}:${name}`, name, type });
const MEMBERSHIP: BreakElement = {
  ...{ id: 'MEMBERSHIP ann makers', kind: 'MEMBERSHIP', name: 'ann in makers', action: 'Remove ann from makers' },
  ...{ uri: 't:AWS:1:-:GROUP:makers', reach: 1 },
};
const STATEMENT: BreakElement = {
  ...{ id: 'STATEMENT own 0', kind: 'STATEMENT', name: 'Statement 1 of the policy Read', action: 'Remove statement 1 from the policy Read' },
  ...{ uri: 't:AWS:1:-:POLICY:Read', reach: 7 },
};
const VERDICT: WhatIfVerdict = {
  ...{ source_uid: 'u', cloud_type: 'AWS', account_id: '1', account_name: 'Production', taken_at: '2026-01-03T00:00:00.000Z', edits: [] },
  ...{ gained: 0, lost: 4, broken: 1, unknown: 2, is_complete: true, guardrails_complete: true, guardrails_compared: 0, notes: [] },
  ...{ rows: [], guardrails: [] },
};
const ANSWER: BreakAnswer = {
  ...{ identity: end('ann', 'USER'), resource: end('ledger', 'OBJECT_STORE'), ways: 2, fewest: 2, kept: [], is_complete: true, notes: [] },
  plans: [
    {
      elements: [MEMBERSHIP, STATEMENT],
      edits: [{ kind: 'REMOVE_MEMBER', group: 'arn:makers', member: 'arn:ann' }],
      verdict: VERDICT,
    },
  ],
};

let mockAnswer: () => Promise<BreakAnswer>;
const mockCall = jest.fn();
// `useTrial` of the platform makes its calls by this module.
jest.mock('../../../../shared/platform/src/http/call-api', () => ({
  callApi: (...args: unknown[]) => {
    mockCall(...args);
    return mockAnswer();
  },
}));
const mockSave = jest.fn();
jest.mock('@cam/ui', () => ({ ...jest.requireActual<object>('@cam/ui'), saveFile: (...args: unknown[]) => mockSave(...args) }));

function open(): void {
  const access = { identity_uri: 'i', resource_uri: 'r', identity: 'ann', resource: 'ledger' };
  render(
    <MemoryRouter>
      <CutDrawer access={access} onClose={jest.fn()} />
    </MemoryRouter>,
  );
}

const lastBody = (): unknown => mockCall.mock.calls.at(-1)?.[1];

it('shows each plan with its changes, whom they concern, and the four costs', async () => {
  mockAnswer = async () => ANSWER;
  open();
  const plan = await screen.findByRole('region', { name: 'Plan 1' });
  expect(screen.getByText(/^1 plan ends this access, which has 2 ways/).textContent).toContain('Fewer than 2 changes cannot end it.');
  expect(plan.textContent).toContain('Remove ann from makers Concerns one identity');
  expect(plan.textContent).toContain('Remove statement 1 from the policy Read Concerns up to 7 identities');
  const costs = within(plan)
    .getAllByRole('definition')
    .map((number) => `${number.previousSibling?.textContent}: ${number.textContent}`);
  expect(costs).toEqual(['Lost and in use: 1', 'Use unknown: 2', 'Changes: 2', 'Lost in all: 4']);
});

it('searches again without what has to stay, and with it again', async () => {
  mockAnswer = async () => ANSWER;
  open();
  expect(lastBody()).toEqual({ body: { identity_uri: 'i', resource_uri: 'r', keep: [] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Keep this: ann in makers' }));
  expect(lastBody()).toEqual({ body: { identity_uri: 'i', resource_uri: 'r', keep: [MEMBERSHIP.id] } });
  fireEvent.click(await screen.findByRole('button', { name: 'No longer keep ann in makers' }));
  expect(lastBody()).toEqual({ body: { identity_uri: 'i', resource_uri: 'r', keep: [] } });
  expect(await screen.findByRole('region', { name: 'Plan 1' })).toBeTruthy();
});

it('saves the changes as the command line reads them', async () => {
  mockAnswer = async () => ANSWER;
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Download changes of plan 1' }));
  const [text, , name] = mockSave.mock.calls[0] as [string, string, string];
  expect(name).toBe('change-set.json');
  expect(JSON.parse(text)).toEqual({ source_uid: 'u', edits: ANSWER.plans[0]?.edits });
});

it('says why there is no plan, and why a search failed', async () => {
  mockAnswer = async () => ({ ...ANSWER, plans: [], fewest: 0, notes: ['A part of this access comes from elsewhere.'] });
  open();
  expect(await screen.findByText('No plan ends this access, which has 2 ways.')).toBeTruthy();
  expect(screen.getByText('A part of this access comes from elsewhere.')).toBeTruthy();
  mockAnswer = () => Promise.reject(new ApiFailure(409, 'The graph is being updated.', 'GRAPH_CHANGING', 'x-1', undefined));
  open();
  expect((await screen.findAllByText(/The graph is being updated/)).length).toBeGreaterThan(0);
});

it('does not promise that nobody gains access where not all access was compared', async () => {
  const plans = ANSWER.plans.map((plan) => ({ ...plan, verdict: { ...VERDICT, is_complete: false } }));
  mockAnswer = async () => ({ ...ANSWER, plans });
  open();
  expect((await screen.findByText(/Each was tried/)).textContent).not.toContain('nobody gains');
  expect((await screen.findByRole('region', { name: 'Plan 1' })).textContent).toContain('at least 4');
});
