import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Api } from '@cam/contracts';
import { formatCount, Icon, TypeIcon, typeNamePlural, type IconName } from '@cam/ui';
import { searchAddress } from '../search/api';
import styles from './DashboardPage.module.css';

type Stats = Api['GET /v1/graph-querymgr/dashboard']['answer'];

interface TileProps {
  label: string;
  count: number;
  to: string;
  icon: ReactNode;
  /** What of them stands out. */
  note?: string;
}

/** Of what is known. */
function active(count: number | null, words: string): string {
  return count === null ? 'Use is not known' : `${formatCount(count)} ${words}`;
}

export function DashboardTiles({ data }: { data: Stats }): ReactNode {
  const search = (name: string): string => searchAddress(data.tile_queries[name] ?? '');
  const icon = (name: IconName): ReactNode => <Icon name={name} />;
  const tiles: TileProps[] = [
    { label: 'Accounts', count: data.account_count, to: '/sources/cloud', icon: icon('cloud') },
    {
      label: 'Users',
      count: data.user_info.user_count,
      to: search('users'),
      icon: icon('user'),
      note: active(data.user_info.active_user_count, 'active in 90 days'),
    },
    {
      label: 'Roles',
      count: data.role_info.role_count,
      to: search('roles'),
      icon: icon('privilege'),
      note: `${formatCount(data.role_info.unused_role_count)} unused`,
    },
    { label: 'Members', count: data.member_info.member_count, to: '/identities?type=GROUP', icon: icon('identity'), note: 'in some group' },
    {
      label: 'Privileges',
      count: data.privilege_info.privilege_count,
      to: '/privileges?view=ALL',
      icon: icon('privilege'),
      note: active(data.privilege_info.used_privilege_count, 'used'),
    },
    {
      label: 'Sensitive Privileges',
      count: data.sensitive_privilege_info.privilege_count,
      to: '/privileges?view=ALL&sensitive=true',
      icon: icon('warning'),
      note: active(data.sensitive_privilege_info.used_privilege_count, 'used'),
    },
    {
      label: 'Objects',
      count: data.data_info.object_count,
      to: search('objects'),
      icon: icon('database'),
      note: `${formatCount(data.data_info.public_object_count)} public`,
    },
    {
      label: 'Instances',
      count: data.instance_info.instance_count,
      to: search('instances'),
      icon: icon('object'),
      note: `${formatCount(data.instance_info.public_instance_count)} public`,
    },
    {
      label: 'Networks',
      count: data.network_info.network_count,
      to: search('networks'),
      icon: icon('network'),
      note: `${formatCount(data.network_info.public_network_count)} public`,
    },
    { label: 'Scopes', count: data.scope_info.scope_count, to: search('scopes'), icon: icon('cloud') },
    {
      label: 'Public Objects',
      count: data.public_objects_info.reduce((sum, { public_count: n }) => sum + n, 0),
      to: '/public-objects',
      icon: icon('warning'),
      note: 'of all types',
    },
    {
      label: 'Shadow Access',
      count: data.shadow_access_info.account_count,
      to: '/shadow-access',
      icon: icon('link'),
      note: `accounts, and ${formatCount(data.shadow_access_info.network_count)} networks`,
    },
  ];
  return (
    <>
      <ul className={styles.tiles}>
        {tiles.map((tile) => (
          <Tile key={tile.label} {...tile} />
        ))}
      </ul>
      <details className={styles.more}>
        <summary>Everything by type</summary>
        <ul className={styles.tiles}>
          {data.entity_counts.map(({ type, count, query }) => (
            <Tile
              key={type}
              label={typeNamePlural(type)}
              count={count}
              to={query === '' ? '/objects' : searchAddress(query)}
              icon={<TypeIcon type={type} />}
            />
          ))}
        </ul>
      </details>
    </>
  );
}

function Tile({ label, count, to, icon, note }: TileProps): ReactNode {
  return (
    <li>
      <Link to={to} className={styles.tile}>
        <span className={styles.icon}>{icon}</span>
        <strong>{formatCount(count)}</strong>
        <span>{label}</span>
        {note && <small>{note}</small>}
      </Link>
    </li>
  );
}
