import { useState, type ReactNode } from 'react';
import { DayRange } from '@cam/ui';

export default function Example(): ReactNode {
  const [[start, end], setDays] = useState<[string | null, string | null]>(['2026-03-01', '2026-03-31']);
  return <DayRange start={start} end={end} onChange={(from, to) => setDays([from, to])} />;
}
