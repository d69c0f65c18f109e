import type { ReactNode } from 'react';
import { BarChart } from '@cam/ui';

const BARS = [
  { name: 'us-east-1', count: 420 },
  { name: 'eu-west-1', count: 260 },
  { name: 'eu-north-1', count: 35 },
];

export default function Example(): ReactNode {
  return <BarChart title="Resources" bars={BARS} xName="Region" yName="Resources" />;
}
