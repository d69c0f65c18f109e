import type { ReactNode } from 'react';
import { LoadingState } from '@cam/ui';

export default function Example(): ReactNode {
  return <LoadingState rows={3} label="Loading guardrails" />;
}
