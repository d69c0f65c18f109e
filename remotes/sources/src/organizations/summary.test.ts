import type { Organization, SourceProgress } from '@cam/contracts';
import { combinedProgress, summaryOf, summaryLabel } from './summary';

const at = (progress: number, phase: SourceProgress['current_phase_enum'] = 'PHASE_BUILD_GRAPH'): SourceProgress => ({
  uid: 'a',
  account_id: '1',
  current_phase_enum: phase,
  progress,
  messages: [{ type: 'WARNING', account_id: '1', account_name: 'Payments', file: null, place: null, message: 'Something is not known.' }],
  snapshot_time: null,
});

it("organization summary: summarizes an organization by account status, in the provider's terms", () => {
  const accounts = ['SUCCESS', 'SUCCESS', 'WARNING', 'UNKNOWN'].map((status, index) => ({ uid: `${index}`, status: `ACCOUNT_STATUS_${status}` }));
  const summary = summaryOf({ account_info: accounts } as Organization, (uid) => (uid === '2' ? at(100, 'PHASE_DONE') : undefined));
  expect(summary.messages).toHaveLength(1);
  expect(summaryLabel('AWS', summary)).toBe('4 accounts, 2 active, 1 warning');
  expect(summaryLabel('AZURE', { ...summary, accounts: 1, active: 1, warnings: 0 })).toBe('1 subscription, 1 active');
  expect(summaryLabel('GCP', { ...summary, warnings: 0, errors: 2 })).toBe('4 projects, 2 active, 2 errors');
});

it('organization summary: combines progress: accounts without progress count as done, failed runs are left out', () => {
  expect(combinedProgress([at(40), undefined])).toBe(70);
  expect(combinedProgress([at(40), at(2, 'PHASE_PULL_IDENTITIES_FAILED')])).toBe(40);
  expect(combinedProgress([at(100, 'PHASE_DONE'), at(2, 'PHASE_PULL_IDENTITIES_FAILED'), undefined])).toBeNull();
});
