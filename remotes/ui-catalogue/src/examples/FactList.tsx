import { FactList, Tag, Time } from '@cam/ui';
import type { ReactNode } from 'react';

export default function Example(): ReactNode {
  return (
    <FactList
      facts={[
        ['Reviewer', 'amara.okafor@example.com'],
        ['Due', <Time key="due" at="2026-12-01T09:00:00Z" />],
        ['State', <Tag key="state">In progress</Tag>],
      ]}
    />
  );
}
