import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useApi } from '@cam/platform';
import { ErrorState, formatCount, LoadingState, PageHeader, TypeIcon, typeNamePlural } from '@cam/ui';
import { searchAddress } from '../search/api';
import styles from './DashboardPage.module.css';

/** Every count leads to the search behind it. */
export default function DashboardPage(): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/dashboard', {});
  return (
    <>
      <PageHeader title="Dashboard" text="What the access graph knows of your sources." />
      {error ? (
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
      ) : !data ? (
        <LoadingState label="Loading the dashboard" />
      ) : (
        <ul className={styles.tiles}>
          <Tile label="Accounts" count={data.account_count} to="/sources/cloud" type="ACCOUNT_DATA" />
          {data.entity_counts.map(({ type, count }) => (
            <Tile key={type} label={typeNamePlural(type)} count={count} to={searchAddress(type.toLowerCase())} type={type} />
          ))}
        </ul>
      )}
    </>
  );
}

function Tile({ label, count, to, type }: { label: string; count: number; to: string; type: string }): ReactNode {
  return (
    <li>
      <Link to={to} className={styles.tile}>
        <span className={styles.icon}>
          <TypeIcon type={type} />
        </span>
        <strong>{formatCount(count)}</strong>
        <span>{label}</span>
      </Link>
    </li>
  );
}
