import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Account, Api } from '@cam/contracts';
import { SearchLink, useApi, useSession } from '@cam/platform';
import { CloudLogo, ColumnChart, formatCount, formatRelative, LineChart, StatusTag, type Series } from '@cam/ui';
import { Card } from './Card';
import styles from './DashboardPage.module.css';

type TrendPoint = Api['GET /v1/risk/trend']['answer']['points'][number];
type Tier = Api['GET /v1/tiers']['answer']['tiers'][number];

/** Colours of the lines of the first three tiers. */
const TONES = ['high', 'medium', 'accent'] as const;

/** Charts how many identities outside of each tier have access to it, day by day. */
export function TierExposure(): ReactNode {
  const trend = useApi('GET /v1/risk/trend', { query: { of: 'identity' } }, { filtered: false });
  const tiers = useApi('GET /v1/tiers', {}, { filtered: false });
  const shown = tiers.data?.tiers.slice(0, TONES.length) ?? [];
  const series = exposureSeries(trend.data?.points ?? [], shown);
  const error = trend.error ?? tiers.error;
  return (
    <Card
      title="Tier exposure"
      shape="chart"
      error={error}
      onRetry={() => void Promise.all([trend.mutate(), tiers.mutate()])}
      isLoading={!trend.data || !tiers.data}
      empty={series.every(({ points }) => points.length === 0) ? 'No day is counted yet. Counts follow each snapshot.' : null}
      link={{ to: '/crown-jewels', text: 'Crown Jewels' }}
    >
      <LineChart title="Identities outside of a tier with access to it" series={series} xName="Day, tier" yName="Identities" />
      <p className={styles.queries}>
        {shown.map(({ tier, name, outside, outside_query: query }) => (
          <SearchLink key={tier} query={query} title={query}>
            {`${name}: ${outside === null ? 'not counted' : formatCount(outside)} today`}
          </SearchLink>
        ))}
      </p>
    </Card>
  );
}

/** Returns a line for each tier, the earliest day first. Days before the counts were kept have no point. */
export function exposureSeries(points: readonly TrendPoint[], tiers: readonly Pick<Tier, 'tier' | 'name'>[]): Series[] {
  const days = points.filter(({ outside }) => outside !== null).reverse();
  return tiers.map(({ tier, name }, index) => ({
    name,
    tone: TONES[index] ?? 'accent',
    points: days.flatMap(({ day, outside }) => {
      const count = outside?.[tier];
      return count ? [{ x: day, y: count.reaching, detail: `of ${formatCount(count.identities)} identities` }] : [];
    }),
  }));
}

/** Charts the failing rules of compliance, day by day. Shows nothing without read access to compliance, or while compliance is turned off. */
export function ComplianceTrend(): ReactNode {
  const { rights } = useSession();
  const maySee = rights.some((right) => ['CAM_GUARDRAIL_READ', 'CAM_GUARDRAIL_WRITE', 'CAM_GENERAL_READ'].includes(right));
  const { data, error, mutate } = useApi('GET /v1/intents/complianceTrend', maySee ? { query: {} } : null);
  if (!maySee || error) return null;
  const points = data?.points ?? [];
  return (
    <Card
      title="Compliance"
      shape="chart"
      onRetry={() => void mutate()}
      isLoading={!data}
      empty={points.length === 0 ? 'No snapshot is checked yet.' : null}
      link={{ to: '/compliance', text: 'Failing rules' }}
    >
      <ColumnChart
        title="Failing rules by day"
        xName="Day"
        yName="Failing rules"
        tone="high"
        height={132}
        columns={points.map(({ day, failing_tests: failing, passing_tests: passing }) => ({
          x: day,
          y: failing,
          detail: `of ${formatCount(failing + passing)} fail`,
        }))}
      />
    </Card>
  );
}

/** A snapshot of this age is old, ms. */
const OLD = 2 * 86_400_000;

/** Says which sources failed or have no recent snapshot. Shows nothing without read access to sources. */
export function SourceHealth(): ReactNode {
  const { rights, tenant } = useSession();
  const [now] = useState(() => Date.now());
  const maySee = rights.some((right) => ['CAM_ACCOUNT_READ', 'CAM_ACCOUNT_WRITE', 'CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'].includes(right));
  const { data, error, mutate } = useApi('GET /v1/tenants', maySee ? { query: {} } : null, { filtered: false });
  if (!maySee) return null;
  const accounts = data?.tenant.account_info ?? tenant.account_info;
  const notices = accounts.flatMap((account) => {
    const notice = noticeOf(account, now);
    return notice === null ? [] : [{ account, notice }];
  });
  const latest = accounts.map(({ last_snapshot_time: at }) => at ?? '').reduce((last, at) => (at > last ? at : last), '');
  return (
    <Card
      title="Source health"
      error={error}
      onRetry={() => void mutate()}
      isLoading={false}
      empty={accounts.length === 0 ? 'No source is connected.' : null}
      link={{ to: '/sources/cloud', text: 'All sources' }}
    >
      <p className={styles.summary}>
        <strong>{formatCount(accounts.length - notices.length)}</strong> of {formatCount(accounts.length)} sources are healthy
        {latest !== '' && `. Last snapshot ${formatRelative(latest).toLowerCase()}`}.
      </p>
      <ul className={styles.ranked}>
        {notices.slice(0, MOST_NOTICES).map(({ account, notice }) => (
          <li key={account.uid}>
            <CloudLogo cloud={account.cloud_type} />
            <span className={styles.entity}>
              <Link to="/sources/cloud">{account.account_name}</Link>
              <small>{notice.text}</small>
            </span>
            <StatusTag tone={notice.tone}>{notice.label}</StatusTag>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const MOST_NOTICES = 5;

/** Returns why a source needs attention; null: it is healthy. */
export function noticeOf(
  { status, status_reason: reason, last_snapshot_time: at, is_connected: isConnected }: Account,
  now: number,
): { label: string; text: string; tone: 'high' | 'medium' } | null {
  if (status === 'ACCOUNT_STATUS_ERROR') return { label: 'Failed', text: reason || 'The last snapshot failed.', tone: 'high' };
  if (status === 'ACCOUNT_STATUS_WARNING') return { label: 'Incomplete', text: reason || 'The last snapshot is incomplete.', tone: 'medium' };
  if (at === null) return { label: 'No snapshot', text: 'The source has no snapshot yet.', tone: 'medium' };
  if (isConnected && now - Date.parse(at) > OLD) return { label: 'Old', text: `Last snapshot ${formatRelative(at).toLowerCase()}`, tone: 'medium' };
  return null;
}
