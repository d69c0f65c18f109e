import type { ReactNode } from 'react';
import type { RollUpGraph, TypeTotal } from '@cam/contracts';
import { searchAddress } from '@cam/platform';
import RollUpDrawing from '../entity/RollUpDrawing';

interface Props {
  graph: RollUpGraph;
  /** The count of each type, with the query that returns its entities. */
  counts: readonly TypeTotal[];
}

/** Draws the access of identity types to resource types. Each type links to the search for its entities. */
export default function ResultGraph({ graph, counts }: Props): ReactNode {
  const addressOf = (type: string): string | null => {
    const query = counts.find((one) => one.type === type)?.query ?? '';
    return query === '' ? null : searchAddress(query);
  };
  return <RollUpDrawing graph={graph} label="Access by type" addressOfType={addressOf} />;
}
