import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount, Tooltip } from '@cam/ui';
import { LAND } from './land';
import { addressOfRegions, placesOf, radiusOf, WORLD, type ShownRegion } from './place-on-map';
import styles from './DashboardPage.module.css';

/** The land of the world, and on it a circle for each place, as large as its count, that leads to what is counted. What is of no region stands below. */
export function RegionMap({ counts, what }: { counts: readonly ShownRegion[]; what: string }): ReactNode {
  const places = placesOf(counts);
  const most = Math.max(1, ...places.map(({ count }) => count));
  const elsewhere = counts.filter(({ region_info: { coordinates } }) => coordinates === null);
  return (
    <div className={styles.map}>
      <svg viewBox={`0 ${WORLD.top} ${WORLD.width} ${WORLD.height}`} role="group" aria-label={`${what} by region`}>
        <path d={LAND} className={styles.land} />
        {places.map(({ x, y, count, words, to }) => (
          <Tooltip key={words} title={words}>
            <Link to={to} aria-label={words} className={styles.place}>
              <circle cx={x} cy={y} r={radiusOf(count, most)} />
              <text x={x} y={y + 3.5}>
                {formatCount(count)}
              </text>
            </Link>
          </Tooltip>
        ))}
      </svg>
      {counts.length === 0 && <p>None.</p>}
      {elsewhere.length > 0 && (
        <p>
          Of no place on the map:{' '}
          {elsewhere.map((region, index) => (
            <span key={region.region_info.code}>
              {index > 0 && ', '}
              <Link to={addressOfRegions([region])}>
                {region.region_info.name} {region.count}
              </Link>
            </span>
          ))}
          .{places.length === 0 && ' Identities and what is set for a whole account belong to no region.'}
        </p>
      )}
    </div>
  );
}
