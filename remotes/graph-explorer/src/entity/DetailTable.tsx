import { useMemo, type ReactNode } from 'react';
import type { DetailRow } from '@cam/contracts';
import { EntityLink, useAddress, type ApiFailure } from '@cam/platform';
import { DataGrid, formatTimestamp, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import { NativeId } from '../explorer/NativeId';
import { Wrapped } from '../search-result/Wrapped';
import { headingOf } from './heading';
import styles from './entity.module.css';

interface Props {
  title: string;
  rows: readonly DetailRow[] | undefined;
  /** How many there are, where the server does not list them all. */
  total?: number;
  error: ApiFailure | undefined;
  retry: () => void;
  empty: string;
  /** What the name of a row is called. */
  nameTitle?: string;
  toolbar?: ReactNode;
}

/** Values that are points in time end like this. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function written(text: string): string {
  return TIME.test(text) ? formatTimestamp(text) : text;
}

/** A narrow column breaks a time behind the day, not within it. */
function Value({ text }: { text: string }): ReactNode {
  return TIME.test(text) ? <span className={styles.time}>{written(text)}</span> : <NativeId text={text} />;
}

/** A table of a tile: what it lists, with the columns that its rows bring. */
export function DetailTable({ title, rows, total = 0, error, retry, empty, nameTitle = 'Name', toolbar }: Props): ReactNode {
  const address = useAddress();
  const columns = useMemo((): GridColumn<DetailRow>[] => {
    const names = [...new Set((rows ?? []).flatMap((row) => Object.keys(row.values)))];
    return [
      {
        key: 'type',
        title: '',
        label: 'Type',
        value: (row) => row.type && typeName(row.type),
        render: (row) => <TypeIcon type={row.type} />,
        width: 44,
      },
      {
        key: 'name',
        title: nameTitle,
        value: (row) => row.name,
        render: (row) => (
          <Wrapped width={360} least={140}>
            <EntityLink uri={row.uri} name={row.name} />
          </Wrapped>
        ),
      },
      { key: 'source', title: 'Source', value: (row) => row.account_name },
      ...names.map((name): GridColumn<DetailRow> => ({
        key: name,
        title: headingOf(name),
        value: (row) => row.values[name] ?? '',
        render: (row) => <Value text={row.values[name] ?? ''} />,
        text: (row) => written(row.values[name] ?? ''),
      })),
    ];
  }, [rows, nameTitle]);
  return (
    <DataGrid<DetailRow>
      fits
      title={title}
      rows={rows}
      rowKey={(row) => `${row.uri} ${row.name} ${Object.values(row.values).join(' ')}`}
      columns={columns}
      address={address}
      hideEmptyColumns
      toolbar={
        <>
          {rows && total > rows.length && <span>{`The first ${rows.length} of ${total.toLocaleString('en')} are listed.`}</span>}
          {toolbar}
        </>
      }
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry } : null}
      empty={{ title: empty }}
    />
  );
}
