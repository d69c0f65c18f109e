import type { ReactNode } from 'react';
import { notify } from '@cam/platform';
import { ErrorState } from '@cam/ui';

export default function Example(): ReactNode {
  return <ErrorState message="The server does not respond." supportCode="7f3a-11" onRetry={() => notify.info('Trying again ...')} />;
}
