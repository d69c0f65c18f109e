import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { cloudName, formatCount, TabList } from '@cam/ui';
import { mergedAccounts, type SourceList } from './api';
import type { SourceKind } from './source-kinds';
import styles from './sources.module.css';

/** Key of the tab with all sources of a page. */
export const ALL = 'all';

interface Props {
  kind: SourceKind;
  lists: readonly SourceList[];
  /** ALL or a cloud type. Any other value selects no tab. */
  chosen: string;
}

/** Switches between all sources of a kind and those of one cloud. Each tab has its own address. */
export function SourceTabs({ kind, lists, chosen }: Props): ReactNode {
  const navigate = useNavigate();
  const isKnown = chosen === ALL || lists.some(({ cloud }) => cloud === chosen);
  return (
    <TabList
      label={`${kind.title} by cloud`}
      chosen={isKnown ? chosen : undefined}
      items={[
        { key: ALL, label: <TabLabel name="All" lists={lists} /> },
        ...lists.map((list) => ({ key: list.cloud, label: <TabLabel name={cloudName(list.cloud)} lists={[list]} /> })),
      ]}
      onChoose={(key) => void navigate(key === ALL ? kind.path : `${kind.path}/${key}`)}
    />
  );
}

function TabLabel({ name, lists }: { name: string; lists: readonly SourceList[] }): ReactNode {
  const rows = mergedAccounts(lists);
  return (
    <span className={styles.tab}>
      {name}
      {rows && <span className={styles.count}>{formatCount(rows.length)}</span>}
    </span>
  );
}
