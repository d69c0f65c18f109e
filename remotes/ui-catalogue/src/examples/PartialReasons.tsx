import type { ReactNode } from 'react';
import { Alert, PartialReasons } from '@cam/ui';

export default function Example(): ReactNode {
  return <Alert type="warning" showIcon title="The list may be incomplete" description={<PartialReasons reasons={['missing_fields']} />} />;
}
