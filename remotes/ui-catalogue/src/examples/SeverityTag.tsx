import type { ReactNode } from 'react';
import { SeverityTag } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <SeverityTag severity="HIGH" />
      <SeverityTag severity="MEDIUM" />
      <SeverityTag severity="LOW" />
    </>
  );
}
