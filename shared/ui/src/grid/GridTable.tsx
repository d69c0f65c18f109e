import { useCallback, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { GridRows, type RowsProps } from './GridRows';
import { HeadingCell } from './HeadingCell';
import type { GridSort } from './grid-types';
import { longestTexts } from './longest-texts';
import { totalWidth, type Slot } from './slots';
import { changed } from './use-row-selection';
import { useRowWindow } from './use-row-window';
import { useTableFrame } from './use-table-frame';
import styles from './GridTable.module.css';

interface Props<Row> extends Omit<RowsProps<Row>, 'after' | 'before' | 'onOpen' | 'open'> {
  /** The rows of the page. */
  rows: readonly Row[];
  /** Draws only the rows in sight, in a frame of a fixed height. */
  isWindow: boolean;
  /** `all`: each column has its width. `content`: columns are as wide as their cells. `frame`: cells wrap before the frame scrolls. */
  width: 'all' | 'content' | 'frame';
  isBusy: boolean;
  sort: GridSort | null | 'never';
  isServer: boolean;
  onSort: (sort: GridSort | null) => void;
  onResize: (key: string, width: number) => void;
  onMove: (key: string, target: string) => void;
  /** Shown in place of the rows when there are none. */
  empty: ReactNode;
}

/** Height of the frame of a long page, px. */
const WINDOW_HEIGHT = 560;

const WIDTHS: Record<Props<never>['width'], (slots: readonly Slot<never>[]) => CSSProperties> = {
  all: (slots) => ({ width: totalWidth(slots), minWidth: '100%', tableLayout: 'fixed' }),
  content: () => ({ width: 'max-content', minWidth: '100%' }),
  frame: () => ({ width: '100%' }),
};

/** Draws the rows of a grid as a plain table, which a browser shows in a fraction of the time of a table component. */
export function GridTable<Row>(props: Props<Row>): ReactNode {
  const { rows, rowKey, slots, columns, isWindow, isBusy, selected, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  useTableFrame(frame, slots);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const onOpen = useCallback((id: string, isOpen: boolean) => setOpen((now) => changed(now, [id], isOpen)), []);
  const { drawn, before, after, onScroll } = useRowWindow(rows, isWindow ? WINDOW_HEIGHT : null);
  const longest = useMemo(() => (props.width === 'all' ? new Map<string, string>() : longestTexts(columns, rows)), [props.width, columns, rows]);
  const ids = rows.map(rowKey);
  const selection = {
    total: rows.length,
    count: selected.size === 0 ? 0 : ids.filter((id) => selected.has(id)).length,
    onSelectAll: (isSelected: boolean) => onSelect(ids, isSelected),
  };
  return (
    <div className={styles.body} data-busy={isBusy}>
      <div
        ref={frame}
        className={styles.frame}
        style={isWindow ? { maxHeight: WINDOW_HEIGHT } : undefined}
        data-window={isWindow}
        onScroll={onScroll}
      >
        <table className={styles.table} style={WIDTHS[props.width](slots as readonly Slot<never>[])}>
          <colgroup>
            {slots.map(({ key, width }) => (
              <col key={key} style={width === undefined ? undefined : { width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {slots.map((slot, index) => (
                <HeadingCell
                  key={slot.key}
                  slot={slot}
                  index={index}
                  longest={longest.get(slot.key)}
                  columns={columns}
                  selection={selection}
                  sort={props.sort}
                  isServer={props.isServer}
                  onSort={props.onSort}
                  onResize={props.onResize}
                  onMove={props.onMove}
                />
              ))}
            </tr>
          </thead>
          {rows.length === 0 ? (
            <tbody>
              <tr>
                <td colSpan={slots.length} className={styles.empty}>
                  {props.empty}
                </td>
              </tr>
            </tbody>
          ) : (
            <GridRows<Row>
              rows={drawn}
              rowKey={rowKey}
              slots={slots}
              columns={columns}
              selected={selected}
              onSelect={onSelect}
              open={open}
              onOpen={onOpen}
              expand={props.expand}
              details={props.details}
              onRowClick={props.onRowClick}
              before={before}
              after={after}
            />
          )}
        </table>
      </div>
      {isBusy && <span className={styles.spinner} aria-hidden />}
    </div>
  );
}
