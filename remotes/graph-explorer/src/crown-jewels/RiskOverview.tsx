import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { RISK_BANDS } from '@cam/contracts';
import { EntityLink, useApi } from '@cam/platform';
import { ErrorState, formatCount, LoadingState, TypeIcon, RiskScore } from '@cam/ui';
import { TierTag } from '../explorer/TierTag';
import { RiskWeightsForm } from './RiskWeightsForm';
import styles from './crown-jewels.module.css';

/** Entities that the page names. */
const TOP = 10;

const KINDS = [
  { of: 'identity', title: 'Identities', all: '/identities?view=list&sort=risk&order=desc' },
  { of: 'resource', title: 'Resources', all: '/objects?view=list&sort=risk&order=desc' },
] as const;

/** Shows the number of entities in each band of risk, those with the highest scores, and the weights. */
export function RiskOverview({ names }: { names: readonly string[] }): ReactNode {
  return (
    <>
      <div className={styles.kinds}>
        {KINDS.map((kind) => (
          <Kind key={kind.of} {...kind} names={names} />
        ))}
      </div>
      <RiskWeightsForm names={names} />
    </>
  );
}

function Kind({ of, title, all, names }: (typeof KINDS)[number] & { names: readonly string[] }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/risk', { query: { of, page_size: TOP } }, { keepPreviousData: true });
  const { data: trend } = useApi('GET /v1/risk/trend', { query: { of } });
  const before = trend?.points[1];
  return (
    <section className={styles.kind} aria-label={`${title} by risk`}>
      <h2>{title} by risk</h2>
      {error ? (
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
      ) : !data ? (
        <LoadingState label={`Loading ${title.toLowerCase()}`} rows={TOP} />
      ) : (
        <>
          <dl className={styles.counts}>
            {RISK_BANDS.map(({ from, name }, band) => (
              <div key={name} data-band={band}>
                <dt>
                  {name} <small>{`${from}–${(RISK_BANDS[band + 1]?.from ?? 101) - 1}`}</small>
                </dt>
                <dd>{formatCount(data.bands[band]?.count ?? 0)}</dd>
                {before?.bands && <small>{differenceText((data.bands[band]?.count ?? 0) - (before.bands[band] ?? 0), before.day)}</small>}
              </div>
            )).reverse()}
          </dl>
          <ol className={styles.top}>
            {data.rows.map(({ uri, name, type, account_id, account_name, tier, risk }) => (
              <li key={`${uri} ${account_id}`}>
                <RiskScore risk={risk} of={name} />
                <TierTag tier={tier} name={names[tier]} />
                <span className={styles.named}>
                  <TypeIcon type={type} /> <EntityLink uri={uri} name={name} /> <span className={styles.absent}>{account_name}</span>
                </span>
              </li>
            ))}
          </ol>
          <Link to={all}>{`All ${title.toLowerCase()} by risk`}</Link>
        </>
      )}
    </section>
  );
}

function differenceText(difference: number, day: string): string {
  if (difference === 0) return `as on ${day}`;
  return `${difference > 0 ? '+' : '−'}${formatCount(Math.abs(difference))} since ${day}`;
}
