import { lazy, Suspense, type ReactNode } from 'react';
import type { RollUpGraph } from '@cam/contracts';
import { useAddress, type ApiFailure } from '@cam/platform';
import { Checkbox, ErrorState, LoadingState } from '@cam/ui';
import styles from './entity.module.css';

const RollUpDrawing = lazy(() => import('./RollUpDrawing'));

interface Props {
  label: string;
  graph: RollUpGraph | null | undefined;
  error: ApiFailure | undefined;
  retry: () => void;
}

/** Returns the graph that the address asks for: access paths rolled up by type, or shown individually. */
export function useGraphType(): 'ROLL_UP_GRAPH' | 'DATA_TYPE_GRAPH' {
  return useAddress().get('graph') === 'single' ? 'DATA_TYPE_GRAPH' : 'ROLL_UP_GRAPH';
}

/** Shows the access paths of an entity. The code that draws them is loaded on demand. */
export function GraphCard({ label, graph, error, retry }: Props): ReactNode {
  const address = useAddress();
  return (
    <section className={styles.card} aria-label={label}>
      <div className={styles.cardHead}>
        <h2>{label}</h2>
        <Checkbox
          checked={address.get('graph') === 'single'}
          onChange={({ target }) => address.set({ graph: target.checked ? 'single' : null }, { replace: true })}
        >
          Show individually
        </Checkbox>
      </div>
      {error ? (
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={retry} />
      ) : !graph ? (
        <LoadingState label={`Loading ${label}`} rows={4} />
      ) : (
        <Suspense fallback={<LoadingState label={`Loading ${label}`} rows={4} />}>
          <RollUpDrawing graph={graph} label={label} />
        </Suspense>
      )}
    </section>
  );
}
