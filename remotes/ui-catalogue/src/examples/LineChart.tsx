import type { ReactNode } from 'react';
import { LineChart } from '@cam/ui';

const points = (values: readonly number[]) => values.map((y, index) => ({ x: `2026-03-0${index + 1}`, y }));
const SERIES = [
  { name: 'High', tone: 'high', points: points([12, 11, 14, 9, 8, 6]) },
  { name: 'Medium', tone: 'medium', points: points([30, 31, 28, 27, 29, 25]) },
] as const;

export default function Example(): ReactNode {
  return <LineChart title="Open alerts" series={SERIES} xName="Day" yName="Alerts" />;
}
