import type { ReactNode } from 'react';
import { Time } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <p>
      Last evaluated <Time at="2026-01-31T12:05:09Z" />
    </p>
  );
}
