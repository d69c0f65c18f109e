import type { ReactNode } from 'react';
import { ShowMore, useShortenedList } from '@cam/ui';

const REGIONS = Array.from({ length: 103 }, (_none, index) => `region-${index + 1}`);

export default function Example(): ReactNode {
  const { shown, left, more } = useShortenedList(REGIONS);
  return (
    <ul style={{ maxHeight: 160, overflow: 'auto', width: '100%', margin: 0 }}>
      {shown.map((region) => (
        <li key={region}>{region}</li>
      ))}
      <ShowMore left={left} onMore={more} />
    </ul>
  );
}
