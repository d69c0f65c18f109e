import type { ReactNode } from 'react';
import styles from './entity.module.css';

export interface EntityTile {
  key: string;
  label: string;
  /** What stands large on the tile: a count, or total and used of it. */
  value?: ReactNode;
  /** What the value says, where it is no plain count. */
  note?: string;
}

/** In which order tiles stand, on the pages of all entities. */
const ORDER = ['iam', 'admin', 'services', 'membership', 'versions', 'audit', 'alerts', 'networking', 'objects', 'roles'];

interface Props {
  tiles: readonly EntityTile[];
  chosen: string;
  onChoose: (key: string) => void;
}

/** Tiles that choose what the page shows below them. */
export function EntityTiles({ tiles, chosen, onChoose }: Props): ReactNode {
  const sorted = [...tiles].sort((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key));
  return (
    <ul className={styles.tiles}>
      {sorted.map(({ key, label, value, note }) => (
        <li key={key}>
          <button type="button" className={styles.tile} aria-pressed={key === chosen} onClick={() => onChoose(key)}>
            <strong>{value}</strong>
            <span>{label}</span>
            {note && <small>{note}</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}
