import type { ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { WorldMap } from './WorldMap';

const WORDS = { current: 'This time', previous: 'Before' };

/** One place among the places of before. */
export default function PlaceMap({ current, previous }: PartProps['graph-explorer.place-map']): ReactNode {
  return <WorldMap label="Where it was" current={current} previous={previous} words={WORDS} />;
}
