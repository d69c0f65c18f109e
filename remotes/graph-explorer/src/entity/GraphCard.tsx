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

/** Which ways a page asks for, by its address: rolled up by type, or one by one. */
export function useGraphType(): 'ROLL_UP_GRAPH' | 'DATA_TYPE_GRAPH' {
  return useAddress().get('graph') === 'single' ? 'DATA_TYPE_GRAPH' : 'ROLL_UP_GRAPH';
}

/** The ways of an entity, whose drawing is loaded where it is shown. */
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
          One by one
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
