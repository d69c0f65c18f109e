import type { AccessChange, AccessRow } from '@cam/contracts';
import { EntityLink } from '@cam/platform';
import { ActionsCell, Tag, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import { Wrapped } from './Wrapped';
import styles from './SearchResultPage.module.css';

const CHANGES: Record<AccessChange, { label: string; color: string }> = {
  ADDED: { label: 'Gained', color: 'success' },
  DELETED: { label: 'Lost', color: 'error' },
  CHANGED: { label: 'Changed', color: 'warning' },
};

/**
 * Returns the columns of a result with access paths.
 * @param showUri adds the URI column
 */
export function accessColumns(showUri: boolean): GridColumn<AccessRow>[] {
  return [
    {
      key: 'identityType',
      title: '',
      label: 'Identity type',
      value: (row) => (row.identity_type === '' ? '' : typeName(row.identity_type)),
      render: (row) => <TypeIcon type={row.identity_type} />,
      width: 44,
    },
    {
      key: 'identity',
      title: 'Identities',
      value: (row) => row.identity,
      render: (row) => (
        <Wrapped width={174} least={140}>
          {row.identity_type === 'PRIV_ACTION' ? row.identity : <EntityLink uri={row.identity_uri} name={row.identity} />}
        </Wrapped>
      ),
    },
    ...(showUri
      ? [
          {
            key: 'uri',
            title: 'URI',
            value: (row: AccessRow) => row.identity_uri || row.resource_uri,
            render: (row: AccessRow) => (
              <span className={styles.uri} title={row.identity_uri || row.resource_uri}>
                {row.identity_uri || row.resource_uri}
              </span>
            ),
          },
        ]
      : []),
    {
      key: 'resourceType',
      title: '',
      label: 'Resource type',
      value: (row) => (row.resource_type === '' ? '' : typeName(row.resource_type)),
      render: (row) => <TypeIcon type={row.resource_type} />,
      width: 44,
    },
    {
      key: 'resource',
      title: 'Resource',
      value: (row) => row.resource,
      render: (row) => (
        <Wrapped width={200} least={140}>
          <EntityLink uri={row.resource_uri} name={row.resource} />
        </Wrapped>
      ),
    },
    {
      key: 'identitySource',
      title: 'User Source',
      value: (row) => row.identity_account_name,
      render: (row) => (
        <Wrapped width={112} least={84}>
          {row.identity_account_name}
        </Wrapped>
      ),
    },
    {
      key: 'resourceSource',
      title: 'Resource Source',
      value: (row) => row.resource_account_name,
      render: (row) => (
        <Wrapped width={112} least={84}>
          {row.resource_account_name}
        </Wrapped>
      ),
    },
    {
      key: 'change',
      title: 'Change',
      value: (row) => (row.change ? CHANGES[row.change].label : ''),
      render: (row) => row.change && <Tag color={CHANGES[row.change].color}>{CHANGES[row.change].label}</Tag>,
    },
    {
      key: 'before',
      title: 'Actions Before',
      value: (row) => row.actions_before ?? '',
      render: (row) => <ActionsCell actions={row.actions_before ?? ''} conditional={row.conditional_actions_before ?? ''} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      value: (row) => row.actions_str,
      render: (row) => <ActionsCell actions={row.actions_str} conditional={row.conditional_actions_str} />,
    },
  ];
}
