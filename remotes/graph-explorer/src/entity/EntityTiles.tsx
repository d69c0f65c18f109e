import type { ReactNode } from 'react';
import styles from './entity.module.css';

/** A tile of an entity page. */
export interface EntityTile {
  key: string;
  label: string;
  /** The main content of the tile: a count, or total and used counts. */
  value?: ReactNode;
  /** Explains a value that is not a plain count. */
  note?: string;
}

/** The order of the tiles on all entity pages. */
const ORDER = ['iam', 'admin', 'services', 'membership', 'versions', 'audit', 'alerts', 'networking', 'objects', 'roles'];

interface Props {
  tiles: readonly EntityTile[];
  chosen: string;
  onChoose: (key: string) => void;
}

/** Shows the tiles of an entity page. The chosen tile determines the content below. */
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
