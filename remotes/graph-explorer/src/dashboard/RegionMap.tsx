import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BarChart, formatCount, Tooltip } from '@cam/ui';
import { LAND } from './land';
import { regionsAddress, groupByPlace, circleRadius, MAP_EXTENT, type MapRegion } from './map-places';
import styles from './DashboardPage.module.css';

interface Props {
  counts: readonly MapRegion[];
  /** Names the counts, as the label of the map. */
  what: string;
  /** The singular and the plural of the counted entity. */
  noun: readonly [one: string, many: string];
}

/** Regions in the bar chart. The table has all of them. */
const MOST_BARS = 12;

/** Draws a world map with a marker for each place beside bars by region. Markers link to the counted entities. Counts without a place follow below. */
export function RegionMap({ counts, what, noun }: Props): ReactNode {
  const places = groupByPlace(counts);
  const most = Math.max(1, ...places.map(({ count }) => count));
  const unmapped = counts.filter(({ region_info: { coordinates } }) => coordinates === null);
  const bars = counts
    .filter(({ region_info: { coordinates } }) => coordinates !== null)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_BARS)
    .map(({ region_info: { name, code }, count }) => ({ name: `${name} (${code})`, count }));
  return (
    <div className={styles.map}>
      <div className={styles.places}>
        <svg viewBox={`0 ${MAP_EXTENT.top} ${MAP_EXTENT.width} ${MAP_EXTENT.height}`} role="group" aria-label={`${what} by region`}>
          <path d={LAND} className={styles.land} />
          {places.map(({ x, y, count, label, to }) => (
            <Tooltip key={label} title={label}>
              <Link to={to} aria-label={accessibleName(label, count)} className={styles.place}>
                <circle cx={x} cy={y} r={circleRadius(count, most)} />
                <text x={x} y={y + 3.5}>
                  {formatCount(count)}
                </text>
              </Link>
            </Tooltip>
          ))}
        </svg>
        {bars.length > 0 && <BarChart title={`${what} by region`} bars={bars} xName="Region" yName={what} tone="high" />}
      </div>
      {counts.length === 0 && <p>No {what.toLowerCase()}.</p>}
      {unmapped.length > 0 && (
        <p>
          {unmapped.map((region, index) => (
            <span key={region.region_info.code}>
              {index > 0 && ', '}
              <Link to={regionsAddress([region])}>{unmappedText(region, noun)}</Link>
            </span>
          ))}
          .{places.length === 0 && ' Identities and account-wide settings have no region.'}
        </p>
      )}
    </div>
  );
}

/** Returns the label of a place with its visible count, so that voice control finds the link by what it shows. */
function accessibleName(label: string, count: number): string {
  const visible = formatCount(count);
  return label.endsWith(`: ${visible}`) && !label.includes(', ') ? label : `${visible}: ${label}`;
}

/** Returns the text for a count that has no place on the map: it has no region, or the region has no known coordinates. */
function unmappedText({ region_info: { code, name }, count }: MapRegion, [one, many]: Props['noun']): string {
  const counted = `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
  if (code === '') return `${counted} ${count === 1 ? 'has' : 'have'} no region`;
  return `${counted} in ${name}, which is not on the map`;
}
