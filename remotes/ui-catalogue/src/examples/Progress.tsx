import type { ReactNode } from 'react';
import { Progress } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <>
      <Progress percent={40} aria-label="Import" />
      <Progress percent={100} aria-label="Check" />
      <Progress percent={70} status="exception" aria-label="Upload" />
    </>
  );
}
