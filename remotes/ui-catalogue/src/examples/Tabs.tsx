import type { ReactNode } from 'react';
import { Tabs } from '@cam/ui';

const ITEMS = ['Access', 'Activity', 'History'].map((label) => ({ key: label, label, children: `${label} of this identity` }));

export default function Example(): ReactNode {
  return <Tabs items={ITEMS} />;
}
