import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { PartialReason } from '@cam/contracts';
import { usePartialResults } from '@cam/platform';
import { clearPartialResults } from '@cam/platform/host';
import { Alert } from '@cam/ui';

const WORDS: Record<PartialReason, string> = {
  missing_records: 'Search Criteria too broad, please refine search results',
  missing_fields: 'Missing Analytics, try again later once analytics has completed',
};

/** Says that what is on the page is not all, and why. Another page starts without it. */
export function PartialResultsNotice(): ReactNode {
  const reasons = usePartialResults();
  const { pathname } = useLocation();
  useEffect(() => clearPartialResults, [pathname]);
  if (reasons.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      closable={{ closeIcon: true, onClose: clearPartialResults, 'aria-label': 'Close' }}
      title="Displaying Partial Results"
      description={reasons.map((reason) => (
        <div key={reason}>{WORDS[reason]}</div>
      ))}
    />
  );
}
