import type { ReactNode } from 'react';
import type { GridColumn } from './grid-types';
import { cellOf } from './cell';
import styles from './CardCell.module.css';

interface Props<Row> {
  row: Row;
  columns: readonly GridColumn<Row>[];
}

/** Shows a row as a card, for windows that are too narrow for its columns: the column that names it, then each other column with its heading. */
export function CardCell<Row>({ row, columns }: Props<Row>): ReactNode {
  const naming = namingColumn(columns);
  // Icons stand before the name.
  const before = columns.slice(0, naming).filter((column) => column.title === '');
  const after = columns.filter((column, index) => index !== naming && !before.includes(column));
  const title = columns[naming];
  const facts = after.filter((column) => column.title !== '' && !column.sticky && hasValue(column, row));
  // An icon belongs to the fact that it stands before.
  const iconOf = (fact: GridColumn<Row>): GridColumn<Row> | undefined => {
    const beside = after[after.indexOf(fact) - 1];
    return beside && isIcon(beside) && hasValue(beside, row) ? beside : undefined;
  };
  const icons = new Set(facts.map(iconOf));
  const others = after.filter(
    (column) => !icons.has(column) && (column.sticky || (column.title === '' && (column.render !== undefined || hasValue(column, row)))),
  );
  return (
    <div className={styles.card}>
      <div className={styles.name}>
        {before.map((column) => (
          <span key={column.key}>{cellOf(column, row)}</span>
        ))}
        {title && <span className={styles.title}>{cellOf(title, row)}</span>}
      </div>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((column) => (
            <div key={column.key}>
              <dt>{column.title}</dt>
              <dd>
                <FactIcon column={iconOf(column)} row={row} />
                {cellOf(column, row)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {others.length > 0 && (
        <div className={styles.others}>
          {others.map((column) => (
            <span key={column.key}>{cellOf(column, row)}</span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns the index of the column that names a row: the one of names, else the first with a heading. */
export function namingColumn<Row>(columns: readonly GridColumn<Row>[]): number {
  const named = columns.findIndex(({ key, title }) => title === 'Name' || (key === 'name' && title !== ''));
  const first = columns.findIndex(({ title }) => title !== '');
  return named >= 0 ? named : Math.max(0, first);
}

function FactIcon<Row>({ column, row }: { column: GridColumn<Row> | undefined; row: Row }): ReactNode {
  return column && <span className={styles.icon}>{cellOf(column, row)}</span>;
}

/** The widest column of icons, in pixels. */
const ICON_WIDTH = 52;

function isIcon<Row>({ title, sticky, width }: GridColumn<Row>): boolean {
  return title === '' && !sticky && typeof width === 'number' && width <= ICON_WIDTH;
}

function hasValue<Row>(column: GridColumn<Row>, row: Row): boolean {
  const value = column.value(row);
  return value !== '' && value !== null;
}
