import { fireEvent, render, screen, within } from '@testing-library/react';
import { ApiFailure } from '@cam/platform';
import { ProofTab } from './ProofTab';

let mockProof: () => Promise<unknown>;
const mockKeys = { keys: [], checker_sha384: '' };
jest.mock('@cam/platform', () => ({
  ...jest.requireActual<object>('@cam/platform'),
  useApi: () => ({ data: mockKeys }),
}));
// `useTrial` of the platform makes its calls by this module.
jest.mock('../../../../shared/platform/src/http/call-api', () => ({ callApi: () => mockProof() }));
const mockSave = jest.fn();
jest.mock('@cam/ui', () => ({ ...jest.requireActual<object>('@cam/ui'), saveFile: (...args: unknown[]) => mockSave(...args) }));
const mockReport = jest.fn();
jest.mock('@cam/checker', () => ({ ...jest.requireActual<object>('@cam/checker'), verify: (...args: unknown[]) => mockReport(...args) }));

const ENVELOPE = { payload: 'e30=', payloadType: 'application/vnd.cam.proof+json', signatures: [] };
const STEP = { id: 's1', rule: 'becomes', from: ['s0'], says: { from: 'ann', to: 'deploy', value: 'always' } };
const PROOF = {
  claim: {
    kind: 'reaches',
    identity: { id: 'ann' },
    resource: { id: 'ledger' },
    actions: [{ action: 's3:GetObject', on: 'ledger', value: 'conditional' }],
  },
  sources: [{ source: 'u', account: '111122223333', taken_at: '2026-11-20T12:00:00.000Z', facts_root: 'ab'.repeat(32) }],
  assumes: [{ id: 'request', words: 'The request carries no session policy.' }],
  steps: [STEP],
  documents: {},
  facts: {},
};

const open = (): unknown => render(<ProofTab identityUri="i" resourceUri="r" kind="reaches" />);

it('shows the assumptions above the steps, and that this browser replayed them', async () => {
  mockProof = async () => ENVELOPE;
  mockReport.mockResolvedValue({ code: 0, proof: PROOF, signature: 'valid', fault: null });
  open();
  await screen.findByText('Replayed by the checker in this browser');
  expect(screen.getByText('ann may take s3:GetObject under conditions on ledger.')).toBeTruthy();
  const assumptions = screen.getByRole('list', { name: 'Assumptions' });
  const steps = screen.getByRole('list', { name: 'Steps' });
  expect(assumptions.textContent).toBe('The request carries no session policy.');
  expect(within(steps).getByRole('listitem').textContent).toBe('ann may assume deploy.');
  expect(assumptions.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole('list', { name: 'Facts' }).textContent).toContain('111122223333');
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(mockSave).toHaveBeenCalledWith(JSON.stringify(ENVELOPE), 'application/json', 'proof.json');
});

it('never calls a proof replayed that the checker refuses', async () => {
  mockProof = async () => ENVELOPE;
  mockReport.mockResolvedValue({
    code: 1,
    proof: null,
    signature: 'valid',
    fault: { place: 'steps/s1', message: 'What the step says is not what follows.' },
  });
  open();
  await screen.findByText('The checker refuses this proof');
  expect(screen.getByText('steps/s1: What the step says is not what follows.')).toBeTruthy();
  expect(screen.queryByText('Replayed by the checker in this browser')).toBeNull();
});

it('says why there is no proof', async () => {
  const sentence = 'This cannot be proved yet: payroll has access policies. The format has a rule for role assignments only.';
  mockProof = async () => {
    throw new ApiFailure(422, sentence, 'PROOF_NOT_EXPRESSIBLE', 'x-1', undefined);
  };
  open();
  await screen.findByText(sentence);
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});
