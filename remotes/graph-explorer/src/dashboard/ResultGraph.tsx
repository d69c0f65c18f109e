import type { ReactNode } from 'react';
import type { RollUpGraph, TypeTotal } from '@cam/contracts';
import RollUpDrawing from '../entity/RollUpDrawing';
import { searchAddress } from '../search/api';

interface Props {
  graph: RollUpGraph;
  /** How many there are of each type, with the query that finds them. */
  counts: readonly TypeTotal[];
}

/** Types of identities, and the types of data that they reach; each leads to the search that finds them. */
export default function ResultGraph({ graph, counts }: Props): ReactNode {
  const addressOf = (type: string): string | null => {
    const query = counts.find((one) => one.type === type)?.query ?? '';
    return query === '' ? null : searchAddress(query);
  };
  return <RollUpDrawing graph={graph} label="Who reaches what, by type" addressOfType={addressOf} />;
}
