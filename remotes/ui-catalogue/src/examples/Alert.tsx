import type { ReactNode } from 'react';
import { Alert } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <Alert type="info" showIcon title="The next snapshot starts at 14:00." />
      <Alert type="warning" showIcon title="The key ends in three days." description="Replace it before, or the source stops." />
      <Alert type="error" showIcon title="The source could not be read." />
    </>
  );
}
