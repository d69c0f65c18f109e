import type { ReactNode } from 'react';
import type { Account, SourceProgress } from '@cam/contracts';
import { Progress, StatusTag, Tooltip } from '@cam/ui';
import { isInProgress } from './run-progress';

const STATUS = {
  ACCOUNT_STATUS_SUCCESS: ['ok', 'Active'],
  ACCOUNT_STATUS_WARNING: ['medium', 'Warning'],
  ACCOUNT_STATUS_ERROR: ['high', 'Error'],
  ACCOUNT_STATUS_UNKNOWN: ['neutral', 'Unknown'],
} as const;

type Shown = Pick<Account, 'account_name' | 'status' | 'status_reason'>;

/** Returns the label of an account status. */
export function statusName({ status }: Pick<Account, 'status'>): string {
  return STATUS[status][1];
}

/** Shows the status of a source, or the progress of its run. */
export function SourceStatus({ account, progress }: { account: Shown; progress: SourceProgress | undefined }): ReactNode {
  if (progress && isInProgress(progress)) {
    return (
      <div role="group" aria-label={`Import of ${account.account_name}`} style={{ minWidth: 180 }}>
        <Progress percent={Math.floor(progress.progress)} size="small" status="active" />
      </div>
    );
  }
  const [tone, label] = STATUS[account.status];
  return (
    <Tooltip title={account.status_reason}>
      <span>
        <StatusTag tone={tone}>{label}</StatusTag>
      </span>
    </Tooltip>
  );
}
