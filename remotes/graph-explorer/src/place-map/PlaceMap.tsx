import type { ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { WorldMap } from './WorldMap';

const PREFIXES = { current: 'Current location', previous: 'Previous location' };

/** Shows the location of an event among the previous locations. */
export default function PlaceMap({ current, previous }: PartProps['graph-explorer.place-map']): ReactNode {
  return <WorldMap label="Locations" current={current} previous={previous} prefixes={PREFIXES} />;
}
