import type { ReactNode } from 'react';
import { formatBadge, TabList, typeNamePlural } from '@cam/ui';

interface Props {
  tabs: readonly { type: string; count: number }[];
  chosen: string;
  onChoose: (type: string) => void;
}

/** Shows a tab for each type with its count. */
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
