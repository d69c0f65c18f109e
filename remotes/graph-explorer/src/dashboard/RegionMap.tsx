import type { ReactNode } from 'react';
import type { RegionCount } from '@cam/contracts';
import { Tooltip } from '@cam/ui';
import { LAND } from './land';
import { placed, radiusOf, WORLD } from './place-on-map';
import styles from './DashboardPage.module.css';

/** The land of the world, and on it a circle for each region, as large as its count. What is of no region stands below. */
export function RegionMap({ counts, what }: { counts: readonly RegionCount[]; what: string }): ReactNode {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const elsewhere = counts.filter(({ region_info: { coordinates } }) => coordinates === null);
  return (
    <div className={styles.map}>
      <svg viewBox={`0 ${WORLD.top} ${WORLD.width} ${WORLD.height}`} role="group" aria-label={`${what} by region`}>
        <path d={LAND} className={styles.land} />
        {counts.flatMap(({ region_info: { name, code, coordinates }, count }) => {
          if (coordinates === null) return [];
          const { x, y } = placed(coordinates);
          const words = `${name} (${code}): ${count}`;
          return [
            <Tooltip key={code} title={words}>
              <g tabIndex={0} role="img" aria-label={words} className={styles.place}>
                <circle cx={x} cy={y} r={radiusOf(count, most)} />
                <text x={x} y={y + 3.5}>
                  {count}
                </text>
              </g>
            </Tooltip>,
          ];
        })}
      </svg>
      <p>
        {counts.length === 0
          ? 'None.'
          : elsewhere.length === 0
            ? ''
            : elsewhere.map(({ region_info: { name }, count }) => `${name}: ${count}`).join(' · ')}
      </p>
    </div>
  );
}
