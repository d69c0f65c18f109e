import type { ReactNode } from 'react';
import { Sparkline } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      64, up from 41 <Sparkline values={[41, 44, 43, 52, 60, 64]} most={100} />
    </>
  );
}
