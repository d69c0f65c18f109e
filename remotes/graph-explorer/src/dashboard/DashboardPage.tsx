import { lazy, Suspense, type ReactNode } from 'react';
import { useApi } from '@cam/platform';
import { ErrorState, LoadingState, PageHeader } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { AlertTiles } from './AlertTiles';
import { DashboardTiles } from './DashboardTiles';
import { RefreshRun } from './RefreshRun';
import styles from './DashboardPage.module.css';

const RegionMaps = lazy(() => import('./RegionMaps'));
const ResultGraph = lazy(() => import('./ResultGraph'));

/** What there is, what waits for somebody, and where. Every count leads to what is behind it. */
export default function DashboardPage(): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/dashboard', {}, { refreshInterval: pollWhileCounting });
  return (
    <>
      <PageHeader title="Dashboard" text="What the access graph knows of your sources." actions={<RefreshRun onDone={() => void mutate()} />} />
      {error ? (
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
      ) : !data ? (
        <LoadingState label="Loading the dashboard" />
      ) : (
        <>
          <CountingNotice answer={data} />
          <AlertTiles />
          <DashboardTiles data={data} />
          <Suspense fallback={<LoadingState label="Loading the map" />}>
            <RegionMaps open={data.public_by_region} />
          </Suspense>
          <section className={styles.card} aria-label="Who reaches what">
            <h2>Who reaches what</h2>
            <Suspense fallback={<LoadingState label="Loading the graph" />}>
              <ResultGraph graph={data.result_graph} counts={data.entity_counts} />
            </Suspense>
          </section>
        </>
      )}
    </>
  );
}
