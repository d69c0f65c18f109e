import { useState, type ReactNode } from 'react';
import { DateRange, type DateSpan } from '@cam/ui';

export default function Example(): ReactNode {
  const [span, setSpan] = useState<DateSpan>({ from: new Date('2026-03-01T08:00:00'), to: null });
  return <DateRange value={span} onChange={setSpan} />;
}
