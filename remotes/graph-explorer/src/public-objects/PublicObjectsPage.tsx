import { useMemo, type ReactNode } from 'react';
import type { PublicObject } from '@cam/contracts';
import { LIST_RESET, EntityLink, useAddress, useApi } from '@cam/platform';
import { ActionsCell, DataGrid, EmptyState, ErrorState, LoadingState, PageHeader, regionName, typeNamePlural, type GridColumn } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { PolicyLinks } from '../explorer/PolicyLinks';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { TypeTabs } from '../explorer/TypeTabs';
import { Wrapped } from '../search-result/Wrapped';
import styles from '../explorer/explorer.module.css';

const DEFAULT_TYPE = 'INSTANCE';

/** Lists the resources reachable from the internet, by type. */
export default function PublicObjectsPage(): ReactNode {
  const address = useAddress();
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/public-objects', {}, { refreshInterval: pollWhileCounting });
  const requestedType = address.get('type') || DEFAULT_TYPE;
  if (error) return <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />;
  if (!data) return <LoadingState label="Loading public objects" shape="page" />;
  const tabs = data.public_objects_info.map(({ source_type: type, public_count: count, query }) => ({ type, count, query }));
  const chosen = tabs.find(({ type }) => type === requestedType) ?? tabs.find(({ type }) => type === DEFAULT_TYPE) ?? tabs[0];
  return (
    <>
      <PageHeader title="Public Objects" text="Resources reachable from the internet" />
      <CountingNotice answer={data} />
      {!chosen ? (
        <EmptyState title="No public objects" text="No resource in the selected sources is reachable from the internet." />
      ) : (
        <>
          <TypeTabs tabs={tabs} chosen={chosen.type} onChoose={(type) => address.set({ ...LIST_RESET, type })} />
          <PublicGrid key={chosen.type} type={chosen.type} query={chosen.query} rows={data.entity_info.filter(({ type }) => type === chosen.type)} />
        </>
      )}
    </>
  );
}

function PublicGrid({ type, query, rows }: { type: string; query: string; rows: readonly PublicObject[] }): ReactNode {
  const address = useAddress();
  const columns = useMemo(
    (): GridColumn<PublicObject>[] => [
      {
        key: 'name',
        title: 'Name',
        value: (row) => row.name,
        render: (row) => (
          <Wrapped width={360} least={140}>
            <EntityLink uri={row.uri} name={row.name} />
          </Wrapped>
        ),
      },
      { key: 'source', title: 'Source', value: (row) => row.account_name },
      { key: 'region', title: 'Region', value: (row) => regionName(row.region) },
      {
        key: 'tags',
        title: 'Tags',
        value: (row) => row.tag_info.map(({ name, value }) => `${name}=${value}`).join('; '),
        render: (row) => String(row.tag_info.length),
      },
      {
        key: 'policy',
        title: 'Policy',
        value: (row) => row.via_policy.map(({ name }) => name).join('; '),
        render: (row) => <PolicyLinks policies={row.via_policy} accountId={row.account_id} />,
      },
      { key: 'objects', title: 'Objects', value: (row) => row.objects },
      ...(type === 'OBJECT_STORE'
        ? [
            {
              key: 'actions',
              title: 'Actions',
              value: (row: PublicObject) => row.actions,
              render: (row: PublicObject) => <ActionsCell actions={row.actions} conditional={row.conditional_actions} />,
            },
          ]
        : []),
    ],
    [type],
  );
  return (
    <DataGrid
      fits
      title={typeNamePlural(type)}
      rows={rows}
      rowKey={(row) => row.uri}
      columns={columns}
      address={address}
      hideEmptyColumns
      empty={{ title: 'No public objects', text: 'No resource of this type is reachable from the internet.' }}
      toolbar={<ShowAsQuery query={query} what={`public ${typeNamePlural(type)}`} />}
      expand={{
        label: (row) => `Tags of ${row.name}`,
        can: (row) => row.tag_info.length > 0,
        render: (row) => (
          <ul className={styles.tags}>
            {row.tag_info.map(({ name, value }) => (
              <li key={name}>
                <strong>{name}</strong> {value}
              </li>
            ))}
          </ul>
        ),
      }}
    />
  );
}
