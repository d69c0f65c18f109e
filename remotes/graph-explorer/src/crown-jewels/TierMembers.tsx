import { useMemo, type ReactNode } from 'react';
import type { Api, TierMember, TierSummary } from '@cam/contracts';
import { LIST_RESET, sortable, useAddress, useApi, useListAddress } from '@cam/platform';
import { DataGrid, formatCount, timeColumn } from '@cam/ui';
import { CountLink, ShowAsQuery } from '../explorer/ShowAsQuery';
import { memberColumns } from './member-columns';
import styles from './crown-jewels.module.css';

type Overview = Api['GET /v1/tiers']['answer'];

/** The last tier: it has no list of its own, because it contains everything that no rule assigns. */
const REST = 3;

/** Shows the four tiers with their sizes, and the members of one of them. */
export function TierMembers({ overview }: { overview: Overview }): ReactNode {
  const address = useAddress();
  const filled = overview.tiers.find(({ tier, members }) => tier < REST && members > 0)?.tier ?? 0;
  const asked = Number(address.get('tier') || filled);
  const chosen = overview.tiers.find(({ tier }) => tier === asked && tier < REST) ?? overview.tiers[0];
  return (
    <>
      <ul className={styles.bands} aria-label="Tiers">
        {overview.tiers.map((tier) => (
          <li key={tier.tier} className={styles.band} data-chosen={tier.tier === chosen?.tier}>
            <Band tier={tier} isChosen={tier.tier === chosen?.tier} onChoose={() => address.set({ ...LIST_RESET, tier: String(tier.tier) })} />
          </li>
        ))}
      </ul>
      {overview.labels.length > 0 && (
        <p className={styles.labels}>
          Labels:{' '}
          {overview.labels.map(({ label, count, query }) => (
            <span key={label}>
              {label} <CountLink count={count} query={query} what={`entities with the label ${label}`} />
            </span>
          ))}
        </p>
      )}
      {chosen && <Members key={chosen.tier} tier={chosen} />}
    </>
  );
}

interface BandProps {
  tier: TierSummary;
  isChosen: boolean;
  onChoose: () => void;
}

function Band({ tier, isChosen, onChoose }: BandProps): ReactNode {
  const { tier: number, name, members, added, removed, outside, identities } = tier;
  const heading = (
    <>
      <span className={styles.number}>Tier {number}</span>
      <span className={styles.name}>{name}</span>
      <strong>{formatCount(members)}</strong>
    </>
  );
  if (number === REST)
    return (
      <div className={styles.choose}>
        {heading}
        <small>Everything that no rule assigns to another tier</small>
      </div>
    );
  return (
    <>
      <button type="button" className={styles.choose} aria-pressed={isChosen} onClick={onChoose}>
        {heading}
        <small>{changeText(added, removed)}</small>
      </button>
      <small className={styles.outside}>
        {outside === null || identities === null ? (
          'Access from outside is not counted yet'
        ) : (
          <>
            <CountLink count={outside} query={tier.outside_query} what={`identities outside tier ${number} with access to it`} />{' '}
            {`of ${formatCount(identities)} identities outside have access${shareText(outside, identities)}`}
          </>
        )}
      </small>
    </>
  );
}

function changeText(added: number, removed: number): string {
  if (added === 0 && removed === 0) return 'No change in 7 days';
  return `${formatCount(added)} added, ${formatCount(removed)} removed in 7 days`;
}

function shareText(part: number, whole: number): string {
  return whole === 0 ? '' : ` (${Math.round((100 * part) / whole)}%)`;
}

function Members({ tier: { tier, name, query } }: { tier: TierSummary }): ReactNode {
  const list = useListAddress({ sorts: {} });
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/tiers/members',
    { query: { tier, state: 'MEMBER', ...(list.search ? { search: list.search } : {}), page_number: list.page, page_size: list.pageSize } },
    { filtered: false, keepPreviousData: true },
  );
  const columns = useMemo(
    () =>
      sortable({}, [
        ...memberColumns,
        timeColumn<TierMember>({ key: 'since', title: 'Member Since', at: (row) => row.since }),
        { key: 'decided', title: 'Decided By', value: (row: TierMember) => row.decided_by || 'Rule' },
      ]),
    [],
  );
  return (
    <DataGrid<TierMember>
      fits
      title={`Assignments to tier ${tier}: ${name}`}
      rows={data?.rows}
      rowKey={(row) => `${row.rule_id} ${row.uri}`}
      columns={columns}
      hideEmptyColumns
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'No members', text: 'Add a rule that assigns entities to this tier.' }}
      toolbar={<ShowAsQuery query={query} what={`members of tier ${tier}`} />}
      paging={list.paging(data?.total ?? 0, isLoading)}
    />
  );
}
