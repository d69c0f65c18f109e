import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Api } from '@cam/contracts';
import { searchAddress } from '@cam/platform';
import { Count, formatCount, Icon, TypeIcon, typeNamePlural, type IconName } from '@cam/ui';
import { AlertTile } from './AlertTile';
import styles from './DashboardPage.module.css';

type Stats = Api['GET /v1/graph-querymgr/dashboard']['answer'];

interface TileProps {
  label: string;
  count: number;
  icon: ReactNode;
  /** The query that returns the counted entities. Empty if the query language has none. */
  query: string;
  /** The path that the tile links to. Without it, the tile links to its search. */
  to?: string;
  /** A notable part of the count, with the query that returns it. */
  note?: { text: string; query?: string };
  /** False before the first count, when a zero would be wrong. */
  isCounted?: boolean;
}

/** Returns the note about usage. A null count means that no log tells, and that nothing may be called unused. */
function withExcluded(note: string, excluded: number): string {
  return excluded === 0 ? note : `${note}, ${formatCount(excluded)} excluded`;
}

function usageNote(count: number | null, label: string): string {
  return count === null ? 'not assessed: no log' : `${formatCount(count)} ${label}`;
}

/** Shows the main counts as one row of tiles, and the others on demand. */
export function DashboardTiles({ data }: { data: Stats }): ReactNode {
  const shadow = data.shadow_access_info;
  const queryOf = (name: string): string => data.tile_queries[name] ?? '';
  const icon = (name: IconName): ReactNode => <Icon name={name} />;
  const openTo = (count: number, name: string): TileProps['note'] => ({ text: `${formatCount(count)} public`, query: queryOf(name) });
  const tiles: TileProps[] = [
    {
      label: 'Users',
      count: data.user_info.user_count,
      query: queryOf('users'),
      icon: icon('user'),
      note: { text: usageNote(data.user_info.active_user_count, 'active in 90 days'), query: queryOf('active_users') },
    },
    {
      label: 'Roles',
      count: data.role_info.role_count,
      query: queryOf('roles'),
      icon: icon('privilege'),
      note: {
        text: withExcluded(usageNote(data.role_info.unused_role_count, 'unused'), data.role_info.excluded_role_count),
        query: data.role_info.unused_role_count === null ? '' : queryOf('unused_roles'),
      },
    },
    {
      label: 'Members',
      count: data.member_info.member_count,
      query: '',
      to: '/identities?type=GROUP',
      icon: icon('identity'),
      note: { text: 'in at least one group' },
    },
    {
      label: 'Privileges',
      count: data.privilege_info.privilege_count,
      query: '',
      to: '/privileges?view=ALL',
      icon: icon('privilege'),
      note: { text: usageNote(data.privilege_info.used_privilege_count, 'used') },
    },
    {
      label: 'Objects',
      count: data.data_info.object_count,
      query: queryOf('objects'),
      icon: icon('database'),
      note: openTo(data.data_info.public_object_count, 'public_objects'),
    },
    {
      label: 'Instances',
      count: data.instance_info.instance_count,
      query: queryOf('instances'),
      icon: icon('object'),
      note: openTo(data.instance_info.public_instance_count, 'public_instances'),
    },
    { label: 'Scopes', count: data.scope_info.scope_count, query: queryOf('scopes'), icon: icon('cloud') },
  ];
  const others: TileProps[] = [
    { label: 'Accounts', count: data.account_count, query: '', to: '/sources/cloud', icon: icon('cloud') },
    {
      label: 'Sensitive Privileges',
      count: data.sensitive_privilege_info.privilege_count,
      query: '',
      to: '/privileges?view=ALL&sensitive=true',
      icon: icon('warning'),
      note: { text: usageNote(data.sensitive_privilege_info.used_privilege_count, 'used') },
    },
    {
      label: 'Networks',
      count: data.network_info.network_count,
      query: queryOf('networks'),
      icon: icon('network'),
      note: openTo(data.network_info.public_network_count, 'public_networks'),
    },
    {
      label: 'Public Objects',
      count: data.public_objects_info.reduce((sum, { public_count: n }) => sum + n, 0),
      query: queryOf('public'),
      to: '/public-objects',
      icon: icon('warning'),
      note: { text: 'across all types' },
    },
    ...(shadow.is_limited
      ? []
      : [
          {
            label: 'Shadow Access',
            count: shadow.account_count,
            query: queryOf('shadow_accounts'),
            to: '/shadow-access',
            icon: icon('link'),
            note: { text: `unknown sources and ${formatCount(shadow.network_count)} shadow networks`, query: queryOf('shadow_networks') },
          },
        ]),
  ];
  return (
    <>
      <ul className={styles.tiles}>
        <AlertTile />
        {tiles.map((tile) => (
          <Tile key={tile.label} {...tile} isCounted={data.counted_at !== null} />
        ))}
      </ul>
      <details className={styles.more}>
        <summary>More counts</summary>
        <ul className={styles.tiles}>
          {others.map((tile) => (
            <Tile key={tile.label} {...tile} />
          ))}
        </ul>
        <ul className={styles.tiles} aria-label="Counts by type">
          {data.entity_counts.map(({ type, count, query }) => (
            <Tile
              key={type}
              label={typeNamePlural(type)}
              count={count}
              query={query}
              to={query === '' ? '/objects' : undefined}
              icon={<TypeIcon type={type} />}
            />
          ))}
        </ul>
      </details>
    </>
  );
}

/** Links the whole tile to its page or search. The query icon and the note have their own links. */
function Tile({ label, count, query, to, icon, note, isCounted = true }: TileProps): ReactNode {
  return (
    <li className={styles.tile}>
      <Link to={to ?? searchAddress(query)} className={styles.open}>
        <span>
          <span className={styles.icon}>{icon}</span> {label}
        </span>
        <strong>{isCounted ? <Count value={count} /> : '–'}</strong>
      </Link>
      {!isCounted && <small>being counted</small>}
      {isCounted && note && <small>{note.query ? <Link to={searchAddress(note.query)}>{note.text}</Link> : note.text}</small>}
      {to !== undefined && query !== '' && (
        <Link to={searchAddress(query)} className={styles.query} title={query} aria-label={`Show as query: ${label}`}>
          <Icon name="search" />
        </Link>
      )}
    </li>
  );
}
