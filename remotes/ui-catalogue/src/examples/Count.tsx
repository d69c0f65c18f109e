import type { ReactNode } from 'react';
import { Count } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <Count value={42} />
      <Count value={128_450} />
      <Count value={2_400_000} />
    </>
  );
}
