import type { ReactNode } from 'react';
import { formatBadge, TabList, typeNamePlural } from '@cam/ui';

interface Props {
  tabs: readonly { type: string; count: number }[];
  chosen: string;
  onChoose: (type: string) => void;
}

/** A tab for each type, with how many there are. */
export function TypeTabs({ tabs, chosen, onChoose }: Props): ReactNode {
  return (
    <TabList
      label="Types"
      chosen={chosen}
      onChoose={onChoose}
      items={tabs.map(({ type, count }) => ({ key: type, label: `${typeNamePlural(type)} (${formatBadge(count)})` }))}
    />
  );
}
