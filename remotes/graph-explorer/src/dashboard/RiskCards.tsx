import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Api, GroupElement, RiskRow } from '@cam/contracts';
import { EntityLink, useApi, useSession } from '@cam/platform';
import { formatCount, formatRelative, RiskScore, Sparkline, TypeIcon } from '@cam/ui';
import { TierTag } from '../explorer/TierTag';
import { Card } from './Card';
import styles from './DashboardPage.module.css';

/** Entries of each list. */
const TOP = 5;

/** The highest score. */
const MOST = 100;

const DAY = 86_400_000;

/** Lists the five riskiest identities or resources with the trend of their scores. */
export function RiskiestEntities({ of }: { of: 'identity' | 'resource' }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/risk', { query: { of, page_size: TOP, history: true } }, { keepPreviousData: true });
  const title = of === 'identity' ? 'Riskiest identities' : 'Riskiest resources';
  return (
    <Card
      title={title}
      error={error}
      onRetry={() => void mutate()}
      isLoading={!data}
      empty={data?.rows.length === 0 ? 'No entity is scored yet. Scores follow each snapshot.' : null}
      link={{ to: `/${of === 'identity' ? 'identities' : 'objects'}?view=list&sort=risk&order=desc`, text: 'All by risk' }}
    >
      <ol className={styles.ranked}>
        {data?.rows.map((row) => (
          <li key={`${row.uri} ${row.account_id}`}>
            <RiskScore risk={row.risk} of={row.name} />
            <span className={styles.entity}>
              <span>
                <TypeIcon type={row.type} /> <EntityLink uri={row.uri} name={row.name} />
              </span>
              <small>
                {row.account_name} · {trendText(row)}
              </small>
            </span>
            <Sparkline values={row.history?.map(({ score }) => score) ?? []} most={MOST} />
            <TierTag tier={row.tier} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Says how a score changed within the last 30 days. */
export function trendText({ risk: { score }, history = [] }: Pick<RiskRow, 'risk' | 'history'>): string {
  const [first] = history;
  if (!first || history.length === 1) return first ? `unchanged since ${first.day}` : 'no history yet';
  const difference = score - first.score;
  if (difference === 0) return `as on ${first.day}`;
  return `${difference > 0 ? '+' : '−'}${Math.abs(difference)} since ${first.day}`;
}

type Changes = Api['GET /v1/changes']['answer'];

/** Lists the changes since yesterday that widened access. */
export function WidenedAccess(): ReactNode {
  const [start] = useState(() => new Date(Date.now() - DAY).toISOString().slice(0, 10));
  const query = { start_date: start, widened_access: true, 'table_options.page_size': TOP, 'table_options.sorted_field': 'change_time' } as const;
  const { data, error, mutate } = useApi('GET /v1/changes', { query }, { keepPreviousData: true });
  const total = data?.total_count.total_count ?? 0;
  return (
    <Card
      title="Widened access since yesterday"
      count={data && total}
      error={error}
      onRetry={() => void mutate()}
      isLoading={!data}
      empty={data && total === 0 ? 'No change widened access since yesterday.' : null}
      link={{ to: `/changes?access=widened&start=${start}`, text: 'All that widened access' }}
    >
      <ul className={styles.ranked}>
        {data?.change_info_list.map((change, index) => (
          <li key={`${change.uri} ${index}`}>
            <span className={styles.entity}>
              <span>
                <TypeIcon type={change.resource_type} /> <EntityLink uri={change.uri} name={change.name} />
              </span>
              <small>{changeText(change)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function changeText({ summary, account_name: account, change_time: at }: Changes['change_info_list'][number]): string {
  return [summary, account, formatRelative(at)].filter((part) => part !== '').join(' · ');
}

/** Elements whose removal ends findings, with the words for it. */
const CAUSES: Readonly<Partial<Record<GroupElement, string>>> = {
  STATEMENT: 'Policy statement',
  ASSIGNMENT: 'Assignment',
  POLICY: 'Policy',
  TRUST: 'Assumed identity',
  MEMBERSHIP: 'Membership',
};

/** Groups in one request: only those by a cause are shown. */
const GROUPS = 50;

/** Lists the causes whose removal ends the most risk. Shows nothing without read access to alerts. */
export function CausesToFix(): ReactNode {
  const { rights } = useSession();
  const maySee = rights.includes('CAM_ALERTS_READ') || rights.includes('CAM_ALERTS_WRITE');
  const { data, error, mutate } = useApi('GET /v1/alerts/groups', maySee ? { query: { by: 'CAUSE', limit: GROUPS } } : null, {
    keepPreviousData: true,
  });
  if (!maySee) return null;
  const causes = data?.groups.filter(({ element }) => element in CAUSES) ?? [];
  return (
    <Card
      title="Causes to fix next"
      error={error}
      onRetry={() => void mutate()}
      isLoading={!data}
      empty={causes.length === 0 ? 'No cause explains more than one open alert.' : null}
      link={{ to: '/alerts?by=CAUSE', text: 'All causes' }}
    >
      <ol className={styles.ranked}>
        {causes.slice(0, TOP).map((group) => (
          <li key={group.key}>
            <span className={styles.entity}>
              <Link to={`/alerts?${new URLSearchParams({ by: 'CAUSE', group: group.key })}`}>{group.name}</Link>
              <small>{[CAUSES[group.element], group.detail].filter((part) => part !== '').join(' · ')}</small>
            </span>
            <span className={styles.effect}>
              <strong>{`removes ${formatCount(group.count)} findings`}</strong>
              <small>risk {formatCount(group.risk)}</small>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
