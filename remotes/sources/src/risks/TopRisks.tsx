import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Account, TopRisk } from '@cam/contracts';
import { EntityLink, useApi } from '@cam/platform';
import { Drawer, EmptyState, ErrorState, formatCount, LoadingState, RiskScore, TypeIcon } from '@cam/ui';
import { stateOf } from './state-of';
import styles from './risks.module.css';

/** Interval at which a drawer without scores looks again, ms. */
const LOOK = 5000;

/** Shows the worst problems of a source, each with its reasons and a fix. */
export function TopRisks({ account, onClose }: { account: Account; onClose: () => void }): ReactNode {
  const { account_id: id, account_name: name, last_snapshot_time: snapshot } = account;
  const { data, error, mutate } = useApi(
    'GET /v1/risk/top',
    { query: { account_id: id } },
    { filtered: false, refreshInterval: (latest) => (latest && stateOf(latest, snapshot) !== 'assessed' ? LOOK : 0) },
  );
  const state = data && stateOf(data, snapshot);
  return (
    <Drawer open size={720} title={`Top risks of ${name}`} onClose={onClose} destroyOnHidden>
      {error && !data && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
      {!data && !error && <LoadingState label="Loading the top risks" />}
      {state === 'pending' && (
        <EmptyState
          icon="snapshot"
          title="Not assessed yet"
          text={
            snapshot === null
              ? 'This source has no snapshot yet. CAM scores its identities and resources after the first one.'
              : 'CAM is scoring the latest snapshot. This page updates itself.'
          }
        />
      )}
      {state === 'nothing' && (
        <EmptyState
          icon="cloud"
          title="Nothing was assessed"
          text="No identity or resource of this source has a risk score. Check the messages below the list of sources for parts that could not be read."
        />
      )}
      {data && state === 'assessed' && (
        <>
          <p className={styles.intro}>
            {data.rows.length === 0
              ? `None of ${formatCount(data.assessed)} identities and resources has a risk above 0.`
              : `The worst problems among ${formatCount(data.assessed)} assessed identities and resources, the highest risk first.`}
          </p>
          <ol className={styles.risks}>
            {data.rows.map((row) => (
              <Problem key={`${row.of} ${row.uri}`} row={row} />
            ))}
          </ol>
          <p className={styles.links}>
            <Link to={`/identities?view=list&sort=risk&order=desc&source=${encodeURIComponent(id)}`}>All identities by risk</Link>
            <Link to={`/objects?view=list&sort=risk&order=desc&source=${encodeURIComponent(id)}`}>All resources by risk</Link>
          </p>
        </>
      )}
    </Drawer>
  );
}

function Problem({ row: { uri, name, type, risk, why, fix, others } }: { row: TopRisk }): ReactNode {
  return (
    <li>
      <RiskScore risk={risk} of={name} />
      <div>
        <strong>
          <TypeIcon type={type} /> <EntityLink uri={uri} name={name} />
        </strong>
        {others > 0 && ` and ${formatCount(others)} more for the same reason`}
        {why.length > 0 && <p>{why.join(' ')}</p>}
        <p>
          <b>Fix:</b> {fix}
        </p>
      </div>
    </li>
  );
}
