import { useDeferredValue, useMemo, useRef, type ReactNode } from 'react';
import type { Severity } from '@cam/contracts';
import type { ListViews } from '@cam/platform';
import { EmptyState, ErrorState, LoadingState } from '../feedback/states';
import { useMedia } from '../theme/use-media';
import { CardSort } from './CardSort';
import { ColumnsMenu } from './ColumnsMenu';
import { GridBar } from './GridBar';
import { GridTable } from './GridTable';
import { CursorPager, Pager } from './Pager';
import {
  ALL,
  type GridAction,
  type GridAddress,
  type GridColumn,
  type GridDetails,
  type GridExpand,
  type GridExport,
  type GridSort,
  type ServerPaging,
} from './grid-types';
import { arrangeColumns, isShown, movedTo, resized, widthOf } from './layout';
import { DEFAULT_PAGE_SIZE } from './pages';
import { slotsOf } from './slots';
import { useDensity } from './density';
import { useExport, type ExportedFile } from './use-export';
import { isByOffset, useGrid } from './use-grid';
import { useLayout } from './use-layout';
import { useRowKeys } from './use-row-keys';
import { useRowSelection, type RowSelection } from './use-row-selection';
import { ViewsMenu } from './ViewsMenu';
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
  /** The selection, where the page acts on it too, with the result of `useRowSelection`. Without it the grid keeps its own. */
  selection?: RowSelection;
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
  expand?: GridExpand<Row>;
  details?: GridDetails<Row>;
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

/** Above this number of rows on a page the grid draws only visible rows. */
const WINDOW_FROM = 100;

/** In such a window, rows are cards. */
const NARROW = '(width < 768px)';

/** Shows a list as a grid: title with count, filters, sorting, selection with actions, paging, column layout, and export of the filtered rows. */
export function DataGrid<Row extends object>(props: Props<Row>): ReactNode {
  const { title, columns, rowKey, actions = [], paging, severity, type } = props;
  const rows = useMemo(() => props.rows ?? [], [props.rows]);
  // The first rows are rendered in small steps, between which the browser answers the user.
  const isDue = useDeferredValue(props.rows !== undefined);
  const ownSelection = useRowSelection();
  const { keys: selectedKeys, select } = props.selection ?? ownSelection;
  const { layout, change, reset } = useLayout(props.name ?? title);
  const { exportAs, notice } = useExport<Row>();
  const { density } = useDensity();
  const isNarrow = useMedia(NARROW);
  const section = useRef<HTMLElement>(null);
  useRowKeys(section);
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
  // One column of a fixed width needs a width for each: a table spreads the rest over columns without one.
  const hasWidths = isWindow || props.keepsWidths === true || Object.keys(layout.widths).length > 0;
  const { selectorAfter } = props;
  const [hasSelection, hasExpand, hasDetails] = [actions.length > 0, props.expand !== undefined, props.details !== undefined];
  const slots = useMemo(
    () => slotsOf(visible, { layout, hasWidths, isNarrow, isCards, hasSelection, selectorAfter, hasExpand, hasDetails }),
    [visible, layout, hasWidths, isNarrow, isCards, hasSelection, selectorAfter, hasExpand, hasDetails],
  );

  if (props.error) return <ErrorState message={props.error.message} supportCode={props.error.supportCode} onRetry={props.error.retry} />;
  if (!props.rows || !isDue) return <LoadingState label={`Loading ${title}`} shape="list" rows={10} />;

  const search = grid.filter.search.trim();
  const isFiltered = search !== '' || grid.filter.severity !== ALL || grid.filter.type !== ALL;
  const busy = props.loading === true || (paging?.busy ?? false);
  const selected = selectedKeys.size === 0 ? [] : grid.found.filter((row) => selectedKeys.has(rowKey(row)));
  const serverSort = paging && isByOffset(paging) ? paging.sort : undefined;
  const sortBy = (sort: GridSort | null): void => (serverSort ? serverSort.onSort(sort) : grid.setSort(sort));
  const sort = !paging ? grid.sort : (serverSort?.by ?? (serverSort ? null : 'never'));
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
      data-grid
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
      <GridTable<Row>
        rows={grid.shown}
        rowKey={rowKey}
        slots={slots}
        columns={visible}
        isWindow={isWindow}
        // An empty table needs no scrolling.
        width={grid.shown.length === 0 || isCards ? 'frame' : hasWidths ? 'all' : props.fits ? 'frame' : 'content'}
        isBusy={busy}
        selected={selectedKeys}
        onSelect={select}
        sort={sort}
        isServer={paging !== undefined}
        onSort={sortBy}
        onResize={(key, width) => change(resized(layout, key, width))}
        onMove={(key, target) => change(movedTo(layout, columns, key, target))}
        expand={props.expand}
        details={props.details}
        onRowClick={props.onRowClick}
        empty={
          isFiltered ? (
            <EmptyState
              title="Nothing matches"
              text={search === '' ? `No ${title.toLowerCase()} have the selected severity or type.` : `No ${title.toLowerCase()} match "${search}".`}
            />
          ) : (
            <EmptyState {...props.empty} />
          )
        }
      />
      {grid.pages && count !== 0 && (grid.pages.count > 1 || grid.pages.pageSize !== DEFAULT_PAGE_SIZE) && (
        <Pager title={title} pages={grid.pages} busy={busy} hasAll={!paging} />
      )}
      {paging && !isByOffset(paging) && (paging.hasNext || paging.hasPrev) && <CursorPager title={title} paging={paging} busy={busy} />}
    </section>
  );
}

/** Says how many rows a filter left, for screen readers. */
function foundText(title: string, count: number): string {
  return `${title}: ${count === 1 ? '1 row' : `${count} rows`} after filtering`;
}
