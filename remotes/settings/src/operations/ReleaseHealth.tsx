import type { ReactNode } from 'react';
import type { ReleaseError, RemoteOperation } from '@cam/contracts';
import { ColumnChart, formatCount, LoadingState, Time } from '@cam/ui';
import { useReleaseHealth } from './api';
import styles from './AreaDrawer.module.css';
import { failureColumns, vitalColumns } from './release-columns';

/** Compares the releases of an area by failures and web vitals, and lists its errors with their stacks. */
export function ReleaseHealth({ area }: { area: RemoteOperation }): ReactNode {
  const { data, error } = useReleaseHealth(area.id);
  const releases = data?.releases ?? [];
  return (
    <section className={styles.section} aria-label="Release health">
      <h2>Releases compared, last 30 days</h2>
      {!data && !error && <LoadingState label="Loading the release health" rows={2} />}
      {error && <p role="alert">{error.userMessage}</p>}
      {data && releases.length === 0 && <p className={styles.detail}>No browser reported a release of this area.</p>}
      {releases.length > 0 && (
        <>
          <ColumnChart
            title="Days of users with a failure, %"
            columns={failureColumns(releases)}
            xName="Release"
            yName="Days, %"
            tone="high"
            height={72}
          />
          <ColumnChart
            title="Largest contentful paint, ms"
            columns={vitalColumns(releases, 'lcp')}
            xName="Release"
            yName="LCP, 75th percentile"
            height={72}
          />
          <ColumnChart
            title="Interaction to next paint, ms"
            columns={vitalColumns(releases, 'inp')}
            xName="Release"
            yName="INP, 75th percentile"
            height={72}
          />
        </>
      )}
      <h2>Errors in browsers of this tenant</h2>
      {data?.errors.length === 0 && <p className={styles.detail}>No errors.</p>}
      <ul className={styles.history}>
        {data?.errors.map((one) => (
          <ErrorItem key={`${one.version} ${one.first_at} ${one.message}`} error={one} />
        ))}
      </ul>
    </section>
  );
}

function ErrorItem({ error: { message, version, count, last_at, stack, is_resolved } }: { error: ReleaseError }): ReactNode {
  return (
    <li>
      <div>{message}</div>
      <div className={styles.detail}>
        {count === 1 ? 'Once' : `${formatCount(count)} times`}, last <Time at={last_at} />, release {version}
      </div>
      {stack.length > 0 && (
        <details>
          <summary>{is_resolved ? 'Stack in the sources' : 'Stack in the built files'}</summary>
          <pre className={styles.stack}>{stack.join('\n')}</pre>
        </details>
      )}
    </li>
  );
}
