import { fireEvent, render, screen } from '@testing-library/react';
import type { ChangeInfo } from '@cam/contracts';
import { BeforeAfter } from './BeforeAfter';

const requests: unknown[] = [];
let answer: { data?: { before: string | null; after: string | null }; error?: object } = {};
jest.mock('@cam/platform', () => ({
  useApi: (key: string, args: unknown) => {
    requests.push([key, args]);
    return answer;
  },
}));

const CHANGE = {
  type: 'EDGE_MODIFY',
  relation: { kind: 'holds', uri: 'u', name: 'Read' },
  before: { policy: 'Read', kind: 'identity', document: 'hash1' },
  after: { policy: 'Read', kind: 'identity', document: 'hash2' },
  made_by: [],
} as unknown as ChangeInfo;
const policy = (action: string): string => JSON.stringify({ Statement: [{ Effect: 'Allow', Action: action, Resource: ['a', 'b', 'c', 'd', 'e'] }] });
const marked = (tag: 'del' | 'ins'): (string | null)[] => [...document.querySelectorAll(tag)].map((one) => one.textContent);

it('BeforeAfter shows the policy document before and after with the changed lines, and no hash', () => {
  answer = { data: { before: policy('s3:GetObject'), after: policy('s3:PutObject') } };
  render(<BeforeAfter change={CHANGE} />);
  expect(requests).toEqual([['GET /v1/changes/documents', { query: { before: 'hash1', after: 'hash2' } }]]);
  expect([marked('del'), marked('ins')].map(([line]) => line?.trim())).toEqual(['"Action": "s3:GetObject",', '"Action": "s3:PutObject",']);
  expect(document.body.textContent).not.toContain('hash1');
  expect(screen.queryByText('"e"', { exact: false })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show full documents' }));
  expect(screen.getAllByText('"e"', { exact: false })).toHaveLength(2);
});

it('BeforeAfter shows a single document for an added or removed policy, and says which document is no longer stored', () => {
  answer = { data: { before: null, after: policy('s3:GetObject') } };
  const { unmount } = render(<BeforeAfter change={{ ...CHANGE, type: 'EDGE_ADD', before: null }} />);
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(expect.arrayContaining(['After']));
  expect([...marked('del'), ...marked('ins')]).toEqual([]);
  unmount();
  render(<BeforeAfter change={CHANGE} />);
  screen.getByText('The policy document before the change is no longer stored.');
});
