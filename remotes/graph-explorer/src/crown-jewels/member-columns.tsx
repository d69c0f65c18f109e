import type { TierMember } from '@cam/contracts';
import { EntityLink } from '@cam/platform';
import { TypeIcon, typeName, type GridColumn } from '@cam/ui';
import { Wrapped } from '../search-result/Wrapped';
import styles from './crown-jewels.module.css';

/** The columns that describe an entity, of the lists on this page. */
export function entityColumns<Row extends Pick<TierMember, 'uri' | 'name' | 'type' | 'account_name'>>(
  isPresent: (row: Row) => boolean,
): GridColumn<Row>[] {
  return [
    {
      key: 'type',
      title: '',
      label: 'Type',
      value: (row) => (row.type === '' ? '' : typeName(row.type)),
      render: (row) => (row.type === '' ? '' : <TypeIcon type={row.type} />),
      width: 44,
    },
    {
      key: 'name',
      title: 'Name',
      value: (row) => row.name,
      render: (row) => (
        <Wrapped width={360} least={140}>
          {isPresent(row) ? (
            <EntityLink uri={row.uri} name={row.name} />
          ) : (
            <>
              {row.name} <span className={styles.absent}>No source lists it now</span>
            </>
          )}
        </Wrapped>
      ),
    },
    { key: 'source', title: 'Source', value: (row) => row.account_name },
  ];
}

/** The columns of an entity that a rule holds. */
export const memberColumns: GridColumn<TierMember>[] = [
  ...entityColumns<TierMember>((row) => row.present),
  { key: 'rule', title: 'Rule', value: (row) => row.rule_name },
  { key: 'labels', title: 'Labels', value: (row) => row.labels.join(', ') },
  { key: 'note', title: 'Note', value: (row) => row.note },
];
