import type { ReactNode } from 'react';
import styles from './Sparkline.module.css';

/** Size of the line with room for its width, px. */
const SIZE = { width: 72, height: 24, margin: 2 };

/**
 * Draws a few values as a line beside a text that says the same. A list has many of them, so it is a plain picture.
 * @param most the value at the upper edge
 */
export function Sparkline({ values, most }: { values: readonly number[]; most: number }): ReactNode {
  if (values.length < 2) return null;
  const { width, height, margin } = SIZE;
  const points = values.map((value, index) => {
    const x = margin + (index / (values.length - 1)) * (width - 2 * margin);
    const y = height - margin - (Math.min(value, most) / most) * (height - 2 * margin);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className={styles.line} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
