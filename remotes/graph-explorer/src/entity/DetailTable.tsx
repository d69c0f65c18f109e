import { useMemo, type ReactNode } from 'react';
import type { DetailRow } from '@cam/contracts';
import { EntityLink, useAddress, type ApiFailure } from '@cam/platform';
import { DataGrid, formatTimestamp, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import { NativeId } from '../explorer/NativeId';
import { Wrapped } from '../search-result/Wrapped';
import { fieldHeading } from './field-heading';
import styles from './entity.module.css';

interface Props {
  title: string;
  rows: readonly DetailRow[] | undefined;
  /** The total count, if the server does not list all rows. */
  total?: number;
  error: ApiFailure | undefined;
  retry: () => void;
  empty: string;
  /** The heading of the name column. */
  nameTitle?: string;
  toolbar?: ReactNode;
}

/** The format of timestamp values. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function displayText(text: string): string {
  return TIME.test(text) ? formatTimestamp(text) : text;
}

/** Shows a value. A timestamp wraps only between its date and its time. */
function Value({ text }: { text: string }): ReactNode {
  return TIME.test(text) ? <span className={styles.time}>{displayText(text)}</span> : <NativeId text={text} />;
}

/** Shows the table of a tile. Its columns depend on the values of the rows. */
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
        title: fieldHeading(name),
        value: (row) => row.values[name] ?? '',
        render: (row) => <Value text={row.values[name] ?? ''} />,
        text: (row) => displayText(row.values[name] ?? ''),
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
          {rows && total > rows.length && <span>{`Showing the first ${rows.length} of ${total.toLocaleString('en')}`}</span>}
          {toolbar}
        </>
      }
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry } : null}
      empty={{ title: empty }}
    />
  );
}
