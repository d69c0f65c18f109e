import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PARTIAL_RESULTS_TITLE } from '@cam/contracts';
import { usePartialResults } from '@cam/platform';
import { clearPartialResults } from '@cam/platform/host';
import { Alert, PartialReasons } from '@cam/ui';

/** Warns that the page shows partial results, with the reasons. Navigation clears it. */
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
      title={PARTIAL_RESULTS_TITLE}
      description={<PartialReasons reasons={reasons} />}
    />
  );
}
