import type { ReactNode } from 'react';
import { EventChart } from '@cam/ui';

export default function Example(): ReactNode {
  return (
    <EventChart
      title="Unusual calls"
      points={[
        { name: 'AssumeRole', at: '2026-03-01T09:12:00Z', tone: 'medium', size: 2 },
        { name: 'AssumeRole', at: '2026-03-01T11:40:00Z', tone: 'medium', size: 3 },
        { name: 'GetSecretValue', at: '2026-03-01T11:42:00Z', tone: 'high', size: 6 },
      ]}
    />
  );
}
