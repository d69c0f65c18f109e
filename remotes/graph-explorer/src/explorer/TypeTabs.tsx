import type { ReactNode } from 'react';
import { Tabs, typeNamePlural } from '@cam/ui';
import { badge } from './badge';
import styles from './explorer.module.css';

interface Props {
  tabs: readonly { type: string; count: number }[];
  chosen: string;
  onChoose: (type: string) => void;
  label?: (type: string) => string;
}

/** A tab for each type, with how many there are. */
export function TypeTabs({ tabs, chosen, onChoose, label = typeNamePlural }: Props): ReactNode {
  return (
    <Tabs
      className={styles.tabs}
      activeKey={chosen}
      onChange={onChoose}
      items={tabs.map(({ type, count }) => ({ key: type, label: `${label(type)} (${badge(count)})` }))}
    />
  );
}
