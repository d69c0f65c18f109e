import type { KeyboardEvent, ReactNode } from 'react';
import styles from './TabList.module.css';

interface Props {
  items: readonly { key: string; label: ReactNode }[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  label: string;
}

/** Where an arrow key leads from a tab; null: it is none. */
const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** Tabs in as many lines as they need, so that none hides; the arrow keys go from one to the next. */
export function TabList({ items, chosen, onChoose, label }: Props): ReactNode {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number): void => {
    const next = items[STEPS[event.key]?.(index, items.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    const tabs = event.currentTarget.parentElement?.querySelectorAll<HTMLButtonElement>('[role=tab]');
    tabs?.[items.indexOf(next)]?.focus();
    onChoose(next.key);
  };
  return (
    <div role="tablist" aria-label={label} className={styles.tabs}>
      {items.map(({ key, label: text }, index) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === chosen}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
