import { useState, type ReactNode } from 'react';
import { Radio } from 'antd';
import styles from './ChartFrame.module.css';
import { useArrowKeys } from './use-arrow-keys';

/** One mark of a chart (a column, a dot), as screen readers and the table give it. */
export interface Mark {
  key: string;
  /** The whole mark in one phrase: "2026-01-20: 120, the alert". */
  label: string;
  /** The same mark as a row of the table; the first cell is its heading. */
  cells: readonly [string, string];
  isMarked?: boolean;
}

interface FrameProps {
  title: string;
  /** Stands beside the title. */
  note?: ReactNode;
  marks: readonly Mark[];
  /** The mark that the Tab key reaches first. */
  firstMark?: number;
  headings: readonly [string, string];
  /** Caps the width of the drawing, px. */
  maxWidth?: number;
  /** Draws the marks. Gets the index of the mark that has the keyboard focus, or null. */
  children: (focused: number | null) => ReactNode;
}

/**
 * Frames a drawing with its title, with a list of its marks for the keyboard and for screen readers, and with a table of the same numbers.
 * A canvas offers neither focus nor text, so the drawing itself is hidden from assistive technology.
 */
export function ChartFrame({ title, note, marks, firstMark = 0, headings, maxWidth, children }: FrameProps): ReactNode {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <figure className={styles.figure}>
      <figcaption>
        <span className={styles.title}>{title}</span> {note}
        <Radio.Group
          className={styles.views}
          size="small"
          optionType="button"
          aria-label={`${title}: chart or table`}
          value={view}
          options={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          onChange={({ target }) => setView(target.value === 'table' ? 'table' : 'chart')}
        />
      </figcaption>
      {view === 'table' ? (
        <MarkTable marks={marks} headings={headings} />
      ) : (
        <MarkList title={title} marks={marks} firstMark={firstMark} maxWidth={maxWidth}>
          {children}
        </MarkList>
      )}
    </figure>
  );
}

function MarkList({
  title,
  marks,
  firstMark = 0,
  maxWidth,
  children,
}: Pick<FrameProps, 'title' | 'marks' | 'firstMark' | 'maxWidth' | 'children'>): ReactNode {
  const [focused, setFocused] = useState<number | null>(null);
  const arrowKeys = useArrowKeys<HTMLSpanElement>(marks.length, firstMark);
  return (
    <div className={styles.plot} style={{ maxWidth }}>
      <div aria-hidden="true">{children(focused)}</div>
      <ol className="cam-visually-hidden" aria-label={title} onBlur={() => setFocused(null)}>
        {marks.map(({ key, label }, index) => {
          const { onFocus, ...keys } = arrowKeys(index);
          return (
            <li key={key}>
              <span
                role="img"
                aria-label={label}
                {...keys}
                onFocus={() => {
                  onFocus();
                  setFocused(index);
                }}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function MarkTable({ marks, headings }: Pick<FrameProps, 'marks' | 'headings'>): ReactNode {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={headings[1]}>
      <table className={styles.table}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {marks.map(({ key, cells: [heading, value], isMarked }) => (
            <tr key={key} className={isMarked ? styles.marked : undefined}>
              <th scope="row">{heading}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
