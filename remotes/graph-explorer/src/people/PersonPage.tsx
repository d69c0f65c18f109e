import { useMemo, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { CloudType, PersonAccount, PersonDetail } from '@cam/contracts';
import { EntityLink, useApi } from '@cam/platform';
import { CloudLogo, cloudName, DataGrid, ErrorState, LoadingState, PageHeader, StatusTag, timeColumn, type GridColumn } from '@cam/ui';
import { AccessTable } from '../entity/AccessTable';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { NotFound } from '../explorer/NotFound';
import { UsedTotal, usedTotalText } from '../explorer/UsedTotal';
import { PEOPLE_ADDRESS } from './person-address';
import { PersonStatus } from './PersonStatus';
import styles from './people.module.css';

/** Shows a person: all accounts, the access across clouds, and the steps that remove it. */
export function PersonPage(): ReactNode {
  const { personId = '' } = useParams();
  const { data, error, mutate } = useApi(
    'GET /v1/graph-querymgr/people/{person_id}',
    { path: { person_id: personId } },
    { refreshInterval: pollWhileCounting, keepPreviousData: true },
  );
  if (error?.status === 404) return <NotFound back={PEOPLE_ADDRESS} what="people" text={error.userMessage} />;
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading person" shape="page" />;
  return (
    <>
      <PageHeader
        title={
          <span className={styles.title}>
            {data.name} <PersonStatus status={data.status} />
          </span>
        }
        text={
          <span className={styles.subtitle}>
            {[data.email === data.name ? '' : data.email, accountsText(data.accounts)].filter(Boolean).join(' · ')}
          </span>
        }
        actions={<Link to={PEOPLE_ADDRESS}>All people</Link>}
      />
      <CountingNotice answer={data} />
      <Accounts accounts={data.accounts} />
      <Removal person={data} />
      <div className={styles.access}>
        <AccessTable key={data.query} title="Access across clouds" query={data.query} side="resource" otherTitle="Account" />
      </div>
    </>
  );
}

function accountsText(accounts: readonly PersonAccount[]): string {
  const clouds = new Set(accounts.map(({ cloud_type: cloud }) => cloud)).size;
  return `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'} in ${clouds} ${clouds === 1 ? 'provider' : 'providers'}`;
}

function Accounts({ accounts }: { accounts: readonly PersonAccount[] }): ReactNode {
  const columns = useMemo(
    (): GridColumn<PersonAccount>[] => [
      {
        key: 'cloud',
        title: '',
        label: 'Provider',
        value: (row) => cloudName(row.cloud_type as CloudType),
        render: (row) => <CloudLogo cloud={row.cloud_type as CloudType} />,
        width: 44,
      },
      { key: 'name', title: 'Account', value: (row) => row.name, render: (row) => <EntityLink uri={row.uri} name={row.name} /> },
      { key: 'source', title: 'Source', value: (row) => row.account_name },
      {
        key: 'status',
        title: 'Status',
        value: (row) => row.status,
        render: (row) => row.status !== '' && <StatusTag tone={row.usable ? 'ok' : 'medium'}>{row.status}</StatusTag>,
      },
      {
        key: 'objects',
        title: 'Objects Used/Total',
        value: (row) => usedTotalText(row.objects_used, row.objects_total),
        render: (row) => <UsedTotal used={row.objects_used} total={row.objects_total} />,
      },
      { key: 'roles', title: 'Roles', value: (row) => row.roles_total },
      { key: 'privileged', title: 'Privileged', value: (row) => (row.privileged ? 'Yes' : 'No') },
      { key: 'mfa', title: 'MFA', value: (row) => (row.mfa === null ? '' : row.mfa ? 'Yes' : 'No') },
      { key: 'key', title: 'Oldest Key', value: (row) => (row.key_age_days === null ? '' : `${row.key_age_days} days`) },
      timeColumn({ key: 'used', title: 'Last Used', at: (row) => row.last_used }),
      {
        key: 'evidence',
        title: 'Linked By',
        value: (row) => row.evidence.join('; '),
        render: (row) => (
          <span className={styles.evidence}>
            {row.evidence.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </span>
        ),
      },
    ],
    [],
  );
  return (
    <DataGrid<PersonAccount>
      fits
      title="Accounts"
      name="Accounts of a person"
      rows={accounts}
      rowKey={(row) => row.uri}
      columns={columns}
      hideEmptyColumns
      empty={{ title: 'No accounts' }}
    />
  );
}

function Removal({ person }: { person: PersonDetail }): ReactNode {
  const left = person.removal.filter(({ done }) => !done).length;
  return (
    <section className={styles.card} aria-label="Remove access">
      <h2>Remove access</h2>
      <p>
        {left === 0
          ? 'Every account is disabled.'
          : `${left} of ${person.removal.length} accounts can still be used. Follow the steps in this order.`}{' '}
        The next snapshot of a source shows what is done.
      </p>
      <ol className={styles.steps}>
        {person.removal.map(({ uri, name, account_name: source, step, done }) => (
          <li key={uri}>
            {done ? <StatusTag tone="ok">Done</StatusTag> : <StatusTag tone="neutral">To do</StatusTag>} {step}: <EntityLink uri={uri} name={name} />{' '}
            in {source}
          </li>
        ))}
      </ol>
    </section>
  );
}
