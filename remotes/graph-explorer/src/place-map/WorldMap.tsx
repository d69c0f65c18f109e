import type { ReactNode } from 'react';
import type { MapPlace } from '@cam/contracts';
import { Tooltip } from '@cam/ui';
import { LAND } from '../dashboard/land';
import { toMapPoint, MAP_EXTENT } from '../dashboard/map-places';
import styles from './WorldMap.module.css';

/** The kilometres in half a degree of latitude, which is the unit of the map. */
const UNIT_KM = 55.6;
/** The smallest radius that is visible, in map units. */
const SMALLEST = 5;

interface Props {
  label: string;
  current: MapPlace;
  previous: readonly MapPlace[];
  /** The prefixes of the place names in tooltips. */
  prefixes: { current: string; previous: string };
}

/** Draws the current place among previous ones. The radius of a circle shows how precise the place is. */
export function WorldMap({ label, current, previous, prefixes }: Props): ReactNode {
  return (
    <figure className={styles.figure}>
      <svg className={styles.map} viewBox={`0 ${MAP_EXTENT.top} ${MAP_EXTENT.width} ${MAP_EXTENT.height}`} role="group" aria-label={label}>
        <path d={LAND} className={styles.land} />
        {previous.map((place) => (
          <Spot
            key={`${place.longitude} ${place.latitude}`}
            place={place}
            className={styles.previous}
            label={`${prefixes.previous}: ${place.name}`}
          />
        ))}
        <Spot place={current} className={styles.current} label={`${prefixes.current}: ${current.name}`} />
      </svg>
      <figcaption className={styles.legend}>
        <span className={styles.isCurrent}>{current.name}</span>
        {previous.map(({ name, longitude, latitude }) => (
          <span key={`${longitude} ${latitude}`} className={styles.isPrevious}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Spot({ place, className, label }: { place: MapPlace; className?: string; label: string }): ReactNode {
  const { x, y } = toMapPoint(place);
  return (
    <Tooltip title={label}>
      <circle cx={x} cy={y} r={Math.max(SMALLEST, place.radius / UNIT_KM)} className={className} tabIndex={0} role="img" aria-label={label} />
    </Tooltip>
  );
}
