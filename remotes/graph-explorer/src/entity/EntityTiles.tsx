import type { ReactNode } from 'react';
import styles from './entity.module.css';

export interface EntityTile {
  key: string;
  label: string;
  /** What stands large on the tile: a count, or used of a total. */
  value?: ReactNode;
}

/** Tiles that choose what the page shows below them. */
export function EntityTiles({
  tiles,
  chosen,
  onChoose,
}: {
  tiles: readonly EntityTile[];
  chosen: string;
  onChoose: (key: string) => void;
}): ReactNode {
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ key, label, value }) => (
        <li key={key}>
          <button type="button" className={styles.tile} aria-pressed={key === chosen} onClick={() => onChoose(key)}>
            <strong>{value}</strong>
            <span>{label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
