import { useState, type CSSProperties, type ReactNode } from 'react';
import { Radio, Tooltip } from 'antd';
import { ChartEnds } from './ChartEnds';
import styles from './BarChart.module.css';
import { formatCount } from './formats';
import { useArrowKeys } from './use-arrow-keys';

export interface Bar {
  /** When it was: a day, a minute. Stands once among the bars. */
  x: string;
  y: number;
  /** What is said of it beside its count: "of 12 fail". */
  words?: string;
  /** What it is, where it is the one that all is about: "the alert". */
  mark?: string;
}

interface Props {
  /** What is counted. */
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  bars: readonly Bar[];
  /** Headings of the table. */
  xName: string;
  yName: string;
  /** How bars look that are not marked: by the accent or, where what is counted is bad, by red. */
  tone?: 'accent' | 'high';
  /** Of the highest bar, px. */
  height?: number;
}

/** The most that a bar takes with the room around it, px: two are as wide as their dates. */
const WIDTH = 96;
/** So many bars leave room for a count over each. */
const FEW = 12;

/** How much was when, as bars that the arrow keys go through, or as the same table. */
export function BarChart({ title, note, bars, xName, yName, tone = 'accent', height = 128 }: Props): ReactNode {
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
      {view === 'chart' ? <Bars title={title} bars={bars} tone={tone} height={height} /> : <BarTable bars={bars} xName={xName} yName={yName} />}
    </figure>
  );
}

function Bars({ title, bars, tone, height }: Required<Pick<Props, 'title' | 'bars' | 'tone' | 'height'>>): ReactNode {
  const marked = bars.findIndex(({ mark }) => mark);
  const most = Math.max(1, ...bars.map(({ y }) => y));
  const top = bars.findIndex(({ y }) => y === most);
  const arrowKeys = useArrowKeys<HTMLSpanElement>(bars.length, Math.max(marked, 0));
  const width = { maxWidth: Math.max(2, bars.length) * WIDTH };
  return (
    <>
      <ol className={styles.bars} style={{ ...width, '--bars-height': `${height}px` } as CSSProperties} aria-label={title}>
        {bars.map((bar, index) => (
          <li key={bar.x}>
            <span className={styles.value} aria-hidden="true">
              {bars.length <= FEW || index === (marked === -1 ? top : marked) ? formatCount(bar.y) : ''}
            </span>
            <Tooltip title={wordsOf(bar)} trigger={['hover', 'focus']}>
              <span
                role="img"
                aria-label={wordsOf(bar)}
                {...arrowKeys(index)}
                className={`${styles.bar} ${bar.y === 0 ? styles.none : bar.mark ? styles.high : styles[tone]}`}
                style={{ height: `${(100 * bar.y) / most}%` }}
              />
            </Tooltip>
          </li>
        ))}
      </ol>
      <ChartEnds first={bars[0]?.x} last={bars.length > 1 && bars.at(-1)?.x} maxWidth={width.maxWidth} />
    </>
  );
}

function BarTable({ bars, xName, yName }: Pick<Props, 'bars' | 'xName' | 'yName'>): ReactNode {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={yName}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{xName}</th>
            <th scope="col">{yName}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ x, y, words, mark }) => (
            <tr key={x} className={mark ? styles.marked : undefined}>
              <th scope="row">{x}</th>
              <td>{[formatCount(y), words, mark && `(${mark})`].filter(Boolean).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function wordsOf({ x, y, words, mark }: Bar): string {
  return `${x}: ${formatCount(y)}${words ? ` ${words}` : ''}${mark ? `, ${mark}` : ''}`;
}
