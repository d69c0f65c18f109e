import type { ReactNode } from 'react';
import type { RollUpGraph } from '@cam/contracts';
import RollUpDrawing from '../entity/RollUpDrawing';

/** Types of identities, and the types of data that they reach. */
export default function ResultGraph({ graph }: { graph: RollUpGraph }): ReactNode {
  return <RollUpDrawing graph={graph} label="Who reaches what, by type" />;
}
