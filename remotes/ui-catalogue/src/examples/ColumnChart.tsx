import type { ReactNode } from 'react';
import { ColumnChart } from '@cam/ui';

const COLUMNS = [4, 6, 3, 5, 21, 7].map((y, index) => ({ x: `2026-03-0${index + 1}`, y, ...(y > 20 ? { mark: 'the alert' } : {}) }));

export default function Example(): ReactNode {
  return <ColumnChart title="Downloads" columns={COLUMNS} xName="Day" yName="Downloads" />;
}
