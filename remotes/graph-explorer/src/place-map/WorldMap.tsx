import type { ReactNode } from 'react';
import type { MapPlace } from '@cam/contracts';
import { Tooltip } from '@cam/ui';
import { LAND } from '../dashboard/land';
import { placed, WORLD } from '../dashboard/place-on-map';
import styles from './WorldMap.module.css';

/** Kilometres of a half degree of latitude, which is the unit of the map. */
const UNIT_KM = 55.6;
/** What is smaller than this is not seen, units. */
const SMALLEST = 5;

interface Props {
  label: string;
  current: MapPlace;
  previous: readonly MapPlace[];
  /** What is said in front of the name of each. */
  words: { current: string; previous: string };
}

/** One place among others, each with the radius within which it is. */
export function WorldMap({ label, current, previous, words }: Props): ReactNode {
  return (
    <figure className={styles.figure}>
      <svg className={styles.map} viewBox={`0 ${WORLD.top} ${WORLD.width} ${WORLD.height}`} role="group" aria-label={label}>
        <path d={LAND} className={styles.land} />
        {previous.map((place) => (
          <Spot key={`${place.longitude} ${place.latitude}`} place={place} className={styles.previous} words={`${words.previous}: ${place.name}`} />
        ))}
        <Spot place={current} className={styles.current} words={`${words.current}: ${current.name}`} />
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

function Spot({ place, className, words }: { place: MapPlace; className?: string; words: string }): ReactNode {
  const { x, y } = placed(place);
  return (
    <Tooltip title={words}>
      <circle cx={x} cy={y} r={Math.max(SMALLEST, place.radius / UNIT_KM)} className={className} tabIndex={0} role="img" aria-label={words} />
    </Tooltip>
  );
}
