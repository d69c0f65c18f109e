import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { SourceProgress } from '@cam/contracts';
import { SourceStatus } from './SourceStatus';

afterEach(cleanup);

const DIFFERS =
  'The stored facts of this account differ from its last import (12,030 of 12,431 facts), so answers may lack access. Import it again: evaluating the stored facts cannot restore them.';
const account = { account_name: 'Production', status: 'ACCOUNT_STATUS_WARNING', status_reason: DIFFERS } as const;

it('SourceStatus warns of stored facts that differ from the last import, and says what to do', async () => {
  render(<SourceStatus account={account} progress={undefined} />);
  fireEvent.mouseEnter(screen.getByText('Warning'));
  expect(await screen.findByText(DIFFERS)).toBeTruthy();
});

it('SourceStatus shows the import that restores them in place of the warning', () => {
  const progress = { progress: 40, current_phase_enum: 'PHASE_EVALUATE' } as SourceProgress;
  render(<SourceStatus account={account} progress={progress} />);
  expect(screen.getByRole('group', { name: 'Import of Production' })).toBeTruthy();
  expect(screen.queryByText('Warning')).toBeNull();
});
