import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { Button, Dropdown, Input, Table } from 'antd';
import { EmptyState, ErrorState, LoadingState } from '../feedback/states';
import { Icon } from '../entity/Icon';
import { csvFileName, saveFile, toCsv } from './csv';
import { formatDate } from './formats';
import styles from './DataGrid.module.css';

export interface GridColumn<Row> {
  key: string;
  title: string;
  /** Plain value: for search, sorting and export. */
  value: (row: Row) => string | number | null;
  /** What the cell shows; the value by default. */
  render?: (row: Row) => ReactNode;
  width?: number;
  sortable?: boolean;
  /** Stays in sight at the right edge while the rest scrolls. */
  sticky?: boolean;
}

export interface GridAction<Row> {
  label: string;
  run: (rows: readonly Row[]) => void;
}

/** Paging by the server: it knows only whether there is more. */
export interface ServerPaging {
  hasNext: boolean;
  hasPrev: boolean;
  busy: boolean;
  onNext: () => void;
  onPrev: () => void;
}

interface Props<Row> {
  title: string;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  columns: readonly GridColumn<Row>[];
  loading?: boolean;
  error?: { message: string; supportCode?: string; retry: () => void } | null;
  empty: { title: string; text?: ReactNode; action?: ReactNode };
  /** Actions on all or the selected rows; without any there are no checkboxes. */
  actions?: readonly GridAction<Row>[];
  /** Key of the column that the checkboxes stand behind; without it they come first. */
  selectorAfter?: string;
  paging?: ServerPaging;
  hideEmptyColumns?: boolean;
  onRowClick?: (row: Row) => void;
  toolbar?: ReactNode;
}

const PAGE_SIZE = 20;

/** The grid of every list: title with count, search, sorting, selection with actions, paging, export of what is filtered. */
export function DataGrid<Row extends object>(props: Props<Row>): ReactNode {
  const { title, rows, columns, rowKey, actions = [], paging, hideEmptyColumns = false } = props;
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<readonly string[]>([]);
  const wanted = useDeferredValue(search.trim().toLowerCase());

  const shownColumns = useMemo(
    () =>
      hideEmptyColumns && rows ? columns.filter((column) => rows.some((row) => column.value(row) !== '' && column.value(row) !== null)) : columns,
    [columns, rows, hideEmptyColumns],
  );
  const filtered = useMemo(
    () =>
      (rows ?? []).filter(
        (row) =>
          wanted === '' ||
          columns.some((column) =>
            String(column.value(row) ?? '')
              .toLowerCase()
              .includes(wanted),
          ),
      ),
    [rows, columns, wanted],
  );

  if (props.error) return <ErrorState message={props.error.message} supportCode={props.error.supportCode} onRetry={props.error.retry} />;
  if (!rows) return <LoadingState label={`Loading ${title}`} />;

  const chosen = filtered.filter((row) => selected.includes(rowKey(row)));
  const exportCsv = (): void =>
    saveFile(
      toCsv(
        filtered,
        shownColumns.map(({ title: heading, value }) => ({ title: heading, value })),
      ),
      'text/csv;charset=utf-8',
      csvFileName(title, '', search.trim(), formatDate(Date.now())),
    );

  return (
    <section className={styles.grid} aria-label={title}>
      <div className={styles.bar}>
        <h2>
          {wanted === '' ? title : `${title} found`} {!paging && <span className={styles.count}>{filtered.length}</span>}
        </h2>
        <div className={styles.tools}>
          {props.toolbar}
          <Input
            allowClear
            prefix={<Icon name="search" />}
            placeholder="Object Search"
            aria-label={`Search ${title}`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {actions.length > 0 && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  {
                    key: 'all',
                    label: 'All',
                    children: actions.map((action) => ({ key: `all:${action.label}`, label: action.label, onClick: () => action.run(filtered) })),
                  },
                  {
                    key: 'selected',
                    label: `Selected(${chosen.length})`,
                    disabled: chosen.length === 0,
                    children: actions.map((action) => ({ key: `selected:${action.label}`, label: action.label, onClick: () => action.run(chosen) })),
                  },
                ],
              }}
            >
              <Button>Actions</Button>
            </Dropdown>
          )}
          <Button icon={<Icon name="download" />} onClick={exportCsv} disabled={filtered.length === 0}>
            Download Report
          </Button>
        </div>
      </div>
      <Table<Row>
        size="middle"
        rowKey={rowKey}
        dataSource={filtered}
        loading={props.loading || paging?.busy}
        scroll={{ x: 'max-content' }}
        columns={shownColumns.flatMap((column) => [
          {
            key: column.key,
            title: column.title,
            width: column.width,
            fixed: column.sticky ? ('end' as const) : undefined,
            render: (_cell: unknown, row: Row) => column.render?.(row) ?? column.value(row),
            ...(column.sortable === false || paging ? {} : { sorter: (a: Row, b: Row) => compare(column.value(a), column.value(b)) }),
          },
          ...(actions.length > 0 && column.key === props.selectorAfter ? [Table.SELECTION_COLUMN] : []),
        ])}
        rowSelection={actions.length > 0 ? { selectedRowKeys: [...selected], onChange: (keys) => setSelected(keys.map(String)) } : undefined}
        onRow={props.onRowClick ? (row) => ({ onClick: () => props.onRowClick?.(row), className: styles.clickable }) : undefined}
        locale={{
          emptyText:
            wanted === '' ? (
              <EmptyState {...props.empty} />
            ) : (
              <EmptyState title="Nothing matches" text={`No ${title.toLowerCase()} match "${search.trim()}".`} />
            ),
        }}
        pagination={paging ? false : { defaultPageSize: PAGE_SIZE, showSizeChanger: true, hideOnSinglePage: true, showQuickJumper: true }}
      />
      {paging && (paging.hasNext || paging.hasPrev) && (
        <nav className={styles.pager} aria-label={`Pages of ${title}`}>
          <Button onClick={paging.onPrev} disabled={!paging.hasPrev || paging.busy}>
            Previous
          </Button>
          <Button onClick={paging.onNext} disabled={!paging.hasNext || paging.busy}>
            Next
          </Button>
        </nav>
      )}
    </section>
  );
}

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), undefined, { numeric: true });
}
