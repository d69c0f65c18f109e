import type { AccessRow } from '@cam/contracts';
import type { GridColumn } from '@cam/ui';
import styles from './SearchResultPage.module.css';

/** Columns that describe the identity of a row. */
const OF_IDENTITY = new Set(['identityType', 'identity', 'uri', 'identitySource']);

/** Returns the rows with those of one identity together, in the order in which the identities appear. */
export function byIdentity(rows: readonly AccessRow[]): AccessRow[] {
  const groups = new Map<string, AccessRow[]>();
  for (const row of rows) groups.set(row.identity_uri, [...(groups.get(row.identity_uri) ?? []), row]);
  return [...groups.values()].flat();
}

/** Returns columns that name an identity in its first row only, with the number of its rows. Other rows repeat it for screen readers. */
export function groupColumns(columns: readonly GridColumn<AccessRow>[], rows: readonly AccessRow[]): GridColumn<AccessRow>[] {
  const counts = new Map<string, number>();
  const first = new Set<AccessRow>();
  for (const row of rows) {
    if (!counts.has(row.identity_uri)) first.add(row);
    counts.set(row.identity_uri, (counts.get(row.identity_uri) ?? 0) + 1);
  }
  return columns.map((column) => {
    if (!OF_IDENTITY.has(column.key)) return column;
    return {
      ...column,
      render: (row) => {
        if (!first.has(row)) return <span className="cam-visually-hidden">{String(column.value(row) ?? '')}</span>;
        const shown = column.render?.(row) ?? column.value(row);
        const count = counts.get(row.identity_uri) ?? 1;
        return column.key === 'identity' && count > 1 ? (
          <span className={styles.grouped}>
            {shown} <small>{count} resources</small>
          </span>
        ) : (
          shown
        );
      },
    };
  });
}
