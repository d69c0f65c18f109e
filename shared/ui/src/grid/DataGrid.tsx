import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { Severity } from '@cam/contracts';
import type { ListViews } from '@cam/platform';
import { Button, Checkbox, Table, type SpinProps } from 'antd';
import { EmptyState, ErrorState, LoadingState } from '../feedback/states';
import { useMedia } from '../theme/use-media';
import { CardCell, namingColumn } from './CardCell';
import { CardSort } from './CardSort';
import { ColumnsMenu } from './ColumnsMenu';
import { GridBar } from './GridBar';
import { HeadingCell } from './HeadingCell';
import { Pager } from './Pager';
import { ALL, type GridAction, type GridAddress, type GridColumn, type GridExport, type GridSort, type ServerPaging } from './grid-types';
import { arrangeColumns, isShown, movedTo, resized } from './layout';
import { DEFAULT_PAGE_SIZE } from './pages';
import { tableColumns, widthOf } from './table-columns';
import { useCutText } from './use-cut-text';
import { useDensity } from './density';
import { useExport, type ExportedFile } from './use-export';
import { isByOffset, useGrid } from './use-grid';
import { useLayout } from './use-layout';
import { useRowWindow } from './use-row-window';
import { useTableAccess } from './use-table-access';
import { ViewsMenu } from './ViewsMenu';
import { UndrawnHeights, WindowBody } from './WindowBody';
import styles from './DataGrid.module.css';

interface Props<Row> {
  title: string;
  /** Key of the stored column layout, needed when other grids have the same title. */
  name?: string;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  columns: readonly GridColumn<Row>[];
  loading?: boolean;
  error?: { message: string; supportCode?: string; retry: () => void } | null;
  empty: { title: string; text?: ReactNode; action?: ReactNode };
  /** Returns the severity of a row. Adds the severity chips. */
  severity?: (row: Row) => Severity;
  /** Returns the type of a row and its label. Adds the type filter. */
  type?: { of: (row: Row) => string; label: (type: string) => string };
  /** Delay of the search after a key press, ms. Useful for thousands of rows. */
  searchDelay?: number;
  /** Actions on all or the selected rows. Without actions there are no checkboxes. */
  actions?: readonly GridAction<Row>[];
  /** Key of the column before the checkboxes; without it the checkboxes come first. */
  selectorAfter?: string;
  /** The paging of the server; without it the browser pages. Such a grid holds one page, so only the server can sort. */
  paging?: ServerPaging;
  /** Keeps search, filters, order and page of a grid whose rows the browser holds. Without it they end with the grid. */
  address?: GridAddress;
  hideEmptyColumns?: boolean;
  /** Lets columns shrink and cells wrap before the grid scrolls sideways. */
  fits?: boolean;
  /** Keeps columns at their widths and cuts longer cells, so that the columns at the right stay in the window. */
  keepsWidths?: boolean;
  onRowClick?: (row: Row) => void;
  /** Makes rows expandable. */
  expand?: { label: (row: Row) => string; render: (row: Row) => ReactNode; can?: (row: Row) => boolean };
  /** Adds a Details button to each row. */
  details?: { label: (row: Row) => string; open: (row: Row) => void };
  /** Adds the menu of saved views, with the result of `useListViews`. */
  views?: ListViews;
  toolbar?: ReactNode;
  /** Fetches the CSV export that the server writes, with the columns of these keys. The list may exceed what a browser holds. */
  exportFile?: (columns: readonly string[]) => Promise<ExportedFile>;
  /** Fetches all rows that pass the filters, for the export of a list that the server pages. */
  exportRows?: () => Promise<readonly Row[]>;
  /** Further formats in the export menu. */
  moreExports?: readonly GridExport[];
  /** Last line of exported rows, which says what the list leaves out. */
  exportClosing?: string;
}

/** The most columns that a narrow window has room for. */
const FEW_COLUMNS = 2;

/** Above this number of rows on a page the grid draws only visible rows, in a frame of this height, px. */
const WINDOW_FROM = 100;
const WINDOW_HEIGHT = 560;

/** Width of the column of checkboxes, px: it holds one beside the padding of a first column. */
const SELECTOR_WIDTH = 44;

/** In such a window, rows are cards. */
const NARROW = '(width < 768px)';

const COMPONENTS = { header: { cell: HeadingCell } };
const WINDOW_COMPONENTS = { ...COMPONENTS, body: { wrapper: WindowBody } };

/** Shows a list as a grid: title with count, filters, sorting, selection with actions, paging, column layout, and export of the filtered rows. */
export function DataGrid<Row extends object>(props: Props<Row>): ReactNode {
  const { title, columns, rowKey, actions = [], paging, severity, type } = props;
  const rows = useMemo(() => props.rows ?? [], [props.rows]);
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const { layout, change, reset } = useLayout(props.name ?? title);
  const { exportAs, notice } = useExport<Row>();
  const section = useRef<HTMLElement>(null);
  useTableAccess(section);
  useCutText(section);
  const { density } = useDensity();
  const isNarrow = useMedia(NARROW);
  const grid = useGrid({ rows, columns, severity, type: type?.of, searchDelay: props.searchDelay ?? 0, paging, address: props.address });

  const visible = useMemo(() => {
    // An empty list keeps its headings.
    const hasValues = (column: GridColumn<Row>): boolean =>
      rows.length === 0 || rows.some((row) => column.value(row) !== '' && column.value(row) !== null);
    return arrangeColumns(columns, layout).filter((column) => isShown(column, layout) && (!props.hideEmptyColumns || hasValues(column)));
  }, [columns, layout, rows, props.hideEmptyColumns]);

  const isCards = isNarrow && visible.length > FEW_COLUMNS;
  // Cards differ in height.
  const isWindow = grid.shown.length > WINDOW_FROM && !props.expand && !isCards;
  const { drawn, before, after, onScroll } = useRowWindow(grid.shown, isWindow ? WINDOW_HEIGHT : null);
  const notDrawn = useMemo(() => ({ before, after }), [before, after]);

  if (props.error) return <ErrorState message={props.error.message} supportCode={props.error.supportCode} onRetry={props.error.retry} />;
  if (!props.rows) return <LoadingState label={`Loading ${title}`} shape="list" rows={10} />;

  const search = grid.filter.search.trim();
  const isFiltered = search !== '' || grid.filter.severity !== ALL || grid.filter.type !== ALL;
  // One column of a fixed width needs a width for each: a table spreads the rest over columns without one.
  const hasWidths = isWindow || props.keepsWidths === true || Object.keys(layout.widths).length > 0;
  const busy = props.loading === true || (paging?.busy ?? false);
  const selected = selectedKeys.size === 0 ? [] : grid.found.filter((row) => selectedKeys.has(rowKey(row)));
  const serverSort = paging && isByOffset(paging) ? paging.sort : undefined;
  const tableWidth = visible.reduce((sum, column) => sum + widthOf(column, layout), actions.length > 0 ? SELECTOR_WIDTH : 0);
  const selectedOfPage = grid.shown.filter((row) => selectedKeys.has(rowKey(row))).length;
  const sortBy = (sort: GridSort | null): void => (serverSort ? serverSort.onSort(sort) : grid.setSort(sort));
  const sort = !paging ? grid.sort : (serverSort?.by ?? (serverSort ? null : 'never'));
  const select = (rowsToSelect: readonly Row[], isSelected: boolean): void =>
    setSelectedKeys((now) => {
      const next = new Set(now);
      for (const row of rowsToSelect) next[isSelected ? 'add' : 'delete'](rowKey(row));
      return next;
    });
  // The page may have more rows than are drawn.
  const selection = {
    columnWidth: SELECTOR_WIDTH,
    selectedRowKeys: drawn.map(rowKey).filter((key) => selectedKeys.has(key)),
    onSelect: (row: Row, isSelected: boolean) => select([row], isSelected),
    onSelectMultiple: (isSelected: boolean, _selected: Row[], changed: Row[]) => select(changed, isSelected),
    columnTitle: (
      <Checkbox
        aria-label="Select all"
        disabled={grid.shown.length === 0}
        checked={selectedOfPage > 0 && selectedOfPage === grid.shown.length}
        indeterminate={selectedOfPage > 0 && selectedOfPage < grid.shown.length}
        onChange={({ target }) => select(grid.shown, target.checked)}
      />
    ),
  };
  const count = !paging ? grid.found.length : isByOffset(paging) && (!isFiltered || paging.search) ? paging.total : null;
  const { exportFile, exportRows } = props;
  const exported = {
    title,
    type: grid.filter.type === ALL ? '' : grid.filter.type,
    search,
    columns: visible,
    found: grid.found,
    exportFile,
    exportRows,
    closing: props.exportClosing,
  };

  return (
    <section
      ref={section}
      className={styles.grid}
      data-density={density}
      data-empty={grid.shown.length === 0}
      data-cards={isCards}
      aria-label={title}
      aria-busy={busy}
    >
      <GridBar
        title={title}
        count={count}
        grid={grid}
        isSearched={!paging || isByOffset(paging) || paging.search !== undefined}
        hasSeverity={severity !== undefined}
        typeLabel={type?.label ?? null}
        actions={actions}
        selected={selected}
        onExport={(format) => void exportAs(format, exported).catch(() => undefined)}
        moreExports={props.moreExports}
        toolbar={
          <>
            {props.toolbar}
            {isCards && sort !== 'never' && grid.shown.length > 1 && (
              <CardSort title={title} columns={visible} isServer={paging !== undefined} sort={sort} onSort={sortBy} />
            )}
          </>
        }
        columnsMenu={
          <>
            {props.views && <ViewsMenu views={props.views} />}
            <ColumnsMenu columns={columns} layout={layout} widthOf={(column) => widthOf(column, layout)} onChange={change} onReset={reset} />
          </>
        }
      />
      {/* Screen readers hear what a filter left: the count in the title changes silently. */}
      <span aria-live="polite" className="cam-visually-hidden">
        {isFiltered && !busy ? foundText(title, count ?? grid.shown.length) : ''}
      </span>
      {notice}
      <UndrawnHeights value={notDrawn}>
        <Table<Row>
          size={density === 'compact' ? 'small' : 'middle'}
          rowKey={rowKey}
          dataSource={drawn}
          // The mark of loading is no live region: screen readers would read all rows of each page.
          loading={{ spinning: busy, 'aria-live': 'off' } as SpinProps}
          onScroll={onScroll}
          className={isWindow ? styles.window : undefined}
          // An empty table needs no scrolling.
          scroll={
            grid.shown.length === 0 || isCards
              ? undefined
              : { x: hasWidths ? tableWidth : props.fits ? true : 'max-content', y: isWindow ? WINDOW_HEIGHT : undefined }
          }
          components={isWindow ? WINDOW_COMPONENTS : COMPONENTS}
          columns={[
            ...(isCards
              ? [
                  {
                    key: 'card',
                    title: visible[namingColumn(visible)]?.title,
                    render: (_cell: unknown, row: Row) => <CardCell row={row} columns={visible} />,
                  },
                ]
              : tableColumns(visible, {
                  layout,
                  sort,
                  isServer: paging !== undefined,
                  onResize: (key, width) => change(resized(layout, key, width)),
                  onMove: (key, target) => change(movedTo(layout, columns, key, target)),
                  selectorAfter: actions.length > 0 ? props.selectorAfter : undefined,
                  hasWidths,
                  isNarrow,
                })),
            ...(props.details ? [detailsColumn(props.details, isNarrow)] : []),
          ]}
          onChange={(_pagination, _filters, sorter) => {
            const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
            if (!isCards) sortBy(order ? { column: String(columnKey), descending: order === 'descend' } : null);
          }}
          rowSelection={actions.length > 0 ? selection : undefined}
          expandable={
            props.expand && {
              expandedRowRender: props.expand.render,
              rowExpandable: props.expand.can,
              expandIcon: ({ expanded, expandable, onExpand, record }) =>
                expandable && (
                  <Button
                    type="text"
                    size="small"
                    aria-expanded={expanded}
                    aria-label={props.expand?.label(record)}
                    className={styles.expander}
                    onClick={(event) => onExpand(record, event)}
                  >
                    {expanded ? '−' : '+'}
                  </Button>
                ),
            }
          }
          onRow={props.onRowClick ? (row) => ({ onClick: () => props.onRowClick?.(row), className: styles.clickable }) : undefined}
          locale={{
            emptyText: isFiltered ? (
              <EmptyState
                title="Nothing matches"
                text={
                  search === '' ? `No ${title.toLowerCase()} have the selected severity or type.` : `No ${title.toLowerCase()} match "${search}".`
                }
              />
            ) : (
              <EmptyState {...props.empty} />
            ),
          }}
          pagination={false}
        />
      </UndrawnHeights>
      {grid.pages && (grid.pages.count > 1 || grid.pages.pageSize !== DEFAULT_PAGE_SIZE) && (
        <Pager title={title} pages={grid.pages} busy={busy} hasAll={!paging} />
      )}
      {paging && !isByOffset(paging) && (paging.hasNext || paging.hasPrev) && (
        <nav className={styles.pager} aria-label={`Pages of ${title}`}>
          <Button onClick={paging.onPrev} disabled={!paging.hasPrev || busy}>
            Previous
          </Button>
          <Button onClick={paging.onNext} disabled={!paging.hasNext || busy}>
            Next
          </Button>
        </nav>
      )}
    </section>
  );
}

/** Says how many rows a filter left, for screen readers. */
function foundText(title: string, count: number): string {
  return `${title}: ${count === 1 ? '1 row' : `${count} rows`} after filtering`;
}

function detailsColumn<Row>(
  { label, open }: NonNullable<Props<Row>['details']>,
  isNarrow: boolean,
): {
  key: string;
  width: number;
  fixed: 'end' | undefined;
  render: (cell: unknown, row: Row) => ReactNode;
} {
  return {
    key: 'details',
    width: 100,
    fixed: isNarrow ? undefined : 'end',
    render: (_cell, row) => (
      <Button
        size="small"
        aria-label={label(row)}
        onClick={(event) => {
          event.stopPropagation();
          open(row);
        }}
      >
        Details
      </Button>
    ),
  };
}
