import { lazy, Suspense, type ReactNode } from 'react';
import type { RollUpGraph } from '@cam/contracts';
import type { ApiFailure } from '@cam/platform';
import { ErrorState, LoadingState } from '@cam/ui';
import styles from './entity.module.css';

const RollUpDrawing = lazy(() => import('./RollUpDrawing'));

interface Props {
  label: string;
  graph: RollUpGraph | null | undefined;
  error: ApiFailure | undefined;
  retry: () => void;
}

/** The roll-up graph of an entity, whose drawing is loaded where it is shown. */
export function GraphCard({ label, graph, error, retry }: Props): ReactNode {
  return (
    <section className={styles.card} aria-label={label}>
      <h2>{label}</h2>
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
