import { fireEvent, render, screen } from '@testing-library/react';
import type { AccessRow } from '@cam/contracts';
import { RowPolicies } from './RowPolicies';

const requests: unknown[] = [];
let answer: { data?: { policies: { policy_name: string; policy_document: string }[] }; error?: object } = {};
jest.mock('@cam/platform', () => ({
  useApi: (key: string, args: unknown) => {
    requests.push([key, args]);
    return answer;
  },
}));

const ROW = {
  identity: 'ada',
  resource: 'payroll',
  resourceAccountID: '222',
  identityAccountID: '111',
  policies: ['LOOKUP:arn%3Aread -:Read payroll', 'IDP=IDP_OKTA:00u2/ra1 -:Super Administrator', 'ROLE=Key%20Reader:/a/1 -:Key Reader', 'nonsense'],
} as AccessRow;

const open = (name: string): string | null | undefined => {
  fireEvent.click(screen.getByRole('button', { name: `Show policy ${name}` }));
  return screen.getByRole('dialog', { name }).querySelector('pre')?.textContent;
};

it('RowPolicies opens the document of each kind of policy reference, looked up in the accounts of the row', () => {
  answer = { data: { policies: [{ policy_name: 'x', policy_document: '{"a":[1]}' }] } };
  render(<RowPolicies row={ROW} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(open('Read payroll')).toBe('{\n    "a": [\n        1\n    ]\n}');
  expect(requests.at(-1)).toEqual(['POST /v1/policy-reader/policies', { body: { policies: ['arn:read'], account_ids: ['222', '111'] } }]);
  fireEvent.click(screen.getByRole('button', { name: 'Close Read payroll' }));
  open('Super Administrator');
  expect(requests.at(-1)).toMatchObject([expect.anything(), { body: { policies: ['00u2/ra1'] } }]);
  fireEvent.click(screen.getByRole('button', { name: 'Close Super Administrator' }));
  open('Key Reader');
  expect(requests.at(-1)).toMatchObject([expect.anything(), { body: { policies: ['/a/1'] } }]);
});

it('RowPolicies shows an empty document for a missing policy, and nothing for a policy that is not JSON', () => {
  answer = { data: { policies: [] } };
  const { unmount } = render(<RowPolicies row={ROW} />);
  expect(open('Read payroll')).toBe('{}');
  unmount();
  answer = { data: { policies: [{ policy_name: 'x', policy_document: '{ oops' }] } };
  render(<RowPolicies row={ROW} />);
  expect(open('Read payroll')).toBe('');
});
