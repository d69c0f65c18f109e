import { useMemo, type ReactNode } from 'react';
import { RISK_BANDS, riskText, TIER_NAMES, type Api, type EntityRow } from '@cam/contracts';
import { downloadFile, EntityLink, sortable, useAddress, useApi, useListAddress, useListViews } from '@cam/platform';
import {
  Button,
  DataGrid,
  regionName,
  Select,
  timeColumn,
  TypeIcon,
  typeName,
  typeNamePlural,
  type GridColumn,
  RiskScore,
  FilterBanner,
} from '@cam/ui';
import { DataDownloads } from '../downloads/DataDownloads';
import { Wrapped } from '../search-result/Wrapped';
import { NativeId } from './NativeId';
import { noEntities } from './no-entities';
import { ShowAsQuery } from './ShowAsQuery';
import { TierTag } from './TierTag';
import { UsedTotal, usedTotalText } from './UsedTotal';
import styles from './explorer.module.css';

type Sort = NonNullable<Api['GET /v1/graph-querymgr/entities']['query']['sorted_field']>;

/** The sort fields of the server, by column key. */
const SORTS: Readonly<Record<string, Sort>> = {
  name: 'name',
  source: 'source',
  tier: 'tier',
  risk: 'risk',
  region: 'region',
  objects: 'objects',
  roles: 'roles',
  groups: 'groups',
  members: 'members',
  privileged: 'privileged',
  lastUsed: 'last_used',
};

/** A column of an entity list. */
export type EntityColumn = GridColumn<EntityRow>;

const NAME: EntityColumn[] = [
  { key: 'type', title: '', label: 'Type', value: (row) => typeName(row.type), render: (row) => <TypeIcon type={row.type} />, width: 44 },
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
];

const RISK: EntityColumn[] = [
  { key: 'tier', title: 'Tier', value: (row) => row.tier, render: (row) => <TierTag tier={row.tier} />, width: 80 },
  {
    key: 'risk',
    title: 'Risk',
    value: (row) => (row.risk === null ? '' : riskText(row.risk)),
    render: (row) => row.risk && <RiskScore risk={row.risk} of={row.name} />,
    width: 90,
  },
];
const REGION: EntityColumn = { key: 'region', title: 'Region', value: (row) => regionName(row.region) };
const TAGS: EntityColumn = {
  key: 'tags',
  title: 'Tags',
  value: (row) => row.tags.map(({ name, value }) => `${name}=${value}`).join('; '),
  render: (row) => (row.tags.length === 0 ? '' : `${row.tags.length}`),
};
const value = (key: string, title = key): EntityColumn => ({
  key,
  title,
  value: (row) => row.values[key] ?? '',
  render: (row) => <NativeId text={row.values[key] ?? ''} />,
});

const CREATED: EntityColumn = timeColumn({ key: 'Created', title: 'Created', at: (row) => row.values.Created ?? null });

const IDENTITY: EntityColumn[] = [
  {
    key: 'objects',
    title: 'Objects Used/Total',
    value: (row) => usedTotalText(row.objects_used, row.objects_total),
    render: (row) => <UsedTotal used={row.objects_used} total={row.objects_total} query={row.query} what={`objects accessible to ${row.name}`} />,
  },
  {
    key: 'roles',
    title: 'Roles Used/Total',
    value: (row) => usedTotalText(row.roles_used, row.roles_total),
    render: (row) => <UsedTotal used={row.roles_used} total={row.roles_total} />,
  },
  { key: 'groups', title: 'Groups', value: (row) => row.groups_count },
  { key: 'members', title: 'Members', value: (row) => (row.type.endsWith('GROUP') ? row.members_count : null) },
  { key: 'privileged', title: 'Privileged', value: (row) => (row.privileged ? 'Yes' : row.privileged === null ? '' : 'No') },
  timeColumn({ key: 'lastUsed', title: 'Last Seen', at: (row) => row.last_used }),
];
const NETWORK: EntityColumn[] = [
  value('VpcID', 'VPC'),
  value('SubnetID'),
  value('IPAddress'),
  value('PublicIPAddress'),
  value('SecurityGroups'),
  REGION,
  TAGS,
];

const COLUMNS: Record<'identities' | 'objects' | 'networks', EntityColumn[]> = {
  identities: [...NAME, ...RISK, ...IDENTITY],
  objects: [...NAME, ...RISK, REGION, value('Status'), value('Public'), value('Encrypted'), CREATED, TAGS],
  networks: [...NAME, ...NETWORK],
};

interface Props {
  kind: keyof typeof COLUMNS;
  /** The type of the tab. */
  type: string;
  /** The types that the tab includes. */
  types: readonly string[];
  toolbar?: ReactNode;
}

/** Lists entities page by page. The address has the source, the search and the page. */
export function EntityList({ kind, type, types, toolbar }: Props): ReactNode {
  const address = useAddress();
  const source = address.get('source');
  const list = useListAddress({ sorts: SORTS });
  const views = useListViews();
  const { search, sort } = list;
  const filters = filtersOf(address.get('tier'), address.get('risk'));
  const wanted = {
    type: types.join(','),
    ...filters,
    ...(source ? { source } : {}),
    ...(search ? { search } : {}),
    ...(sort ? { sorted_field: sort.field as Sort, sorted_asc: sort.ascending } : {}),
  };
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/graph-querymgr/entities',
    { query: { ...wanted, page_number: list.page, page_size: list.pageSize } },
    { keepPreviousData: true },
  );
  const columns = useMemo(() => sortable(SORTS, COLUMNS[kind]), [kind]);
  const title = typeNamePlural(type);

  return (
    <div>
      {source !== '' && (
        <FilterBanner
          action={
            <Button size="small" onClick={() => address.set({ source: null, page: null })}>
              Show all sources
            </Button>
          }
        >
          the source {data?.rows[0]?.account_name ?? source}
        </FilterBanner>
      )}
      <DataGrid<EntityRow>
        fits
        title={title}
        views={views}
        rows={data?.rows}
        rowKey={(row) => `${row.uri} ${row.account_id}`}
        columns={columns}
        hideEmptyColumns
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={noEntities(title)}
        toolbar={
          <>
            {toolbar}
            {kind !== 'networks' && <RiskFilters {...filters} onChange={(change) => address.set({ ...change, page: null })} />}
            <ShowAsQuery query={data?.query ?? ''} what={title} />
            <DataDownloads title={title} what={{ view: 'ENTITIES', criteria: wanted }} />
          </>
        }
        expand={
          kind === 'identities'
            ? undefined
            : {
                label: (row) => `Tags of ${row.name}`,
                can: (row) => row.tags.length > 0,
                render: (row) => (
                  <ul className={styles.tags}>
                    {row.tags.map(({ name, value: text }) => (
                      <li key={name}>
                        <strong>{name}</strong> {text}
                      </li>
                    ))}
                  </ul>
                ),
              }
        }
        exportFile={(keys) => downloadFile('GET /v1/graph-querymgr/entities/export', { query: { ...wanted, columns: keys.join(',') } })}
        paging={list.paging(data?.total ?? 0, isLoading)}
      />
    </div>
  );
}

/** Reads the filters of the address. Invalid values count as absent. */
function filtersOf(tier: string, risk: string): { tier?: number; min_risk?: number } {
  const minimum = RISK_BANDS.find(({ from }) => from > 0 && String(from) === risk)?.from;
  return { ...(/^[0-3]$/.test(tier) ? { tier: Number(tier) } : {}), ...(minimum === undefined ? {} : { min_risk: minimum }) };
}

interface FilterProps {
  tier?: number;
  min_risk?: number;
  onChange: (change: Record<string, string | null>) => void;
}

function RiskFilters({ tier, min_risk: minimum, onChange }: FilterProps): ReactNode {
  return (
    <>
      <Select
        aria-label="Tier"
        className={styles.filter}
        value={tier === undefined ? '' : String(tier)}
        onChange={(value) => onChange({ tier: value })}
        options={[{ value: '', label: 'All tiers' }, ...TIER_NAMES.map((_name, number) => ({ value: String(number), label: `Tier ${number}` }))]}
      />
      <Select
        aria-label="Risk"
        className={styles.filter}
        value={minimum === undefined ? '' : String(minimum)}
        onChange={(value) => onChange({ risk: value })}
        options={[
          { value: '', label: 'Any risk' },
          ...RISK_BANDS.filter(({ from }) => from > 0).map(({ from }) => ({ value: String(from), label: `Risk from ${from}` })),
        ]}
      />
    </>
  );
}
