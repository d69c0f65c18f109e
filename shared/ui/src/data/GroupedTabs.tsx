import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Select } from 'antd';
import { useMedia } from '../theme/use-media';
import { Tab } from './Tab';
import { moveByKey } from './tab-keys';
import styles from './GroupedTabs.module.css';

interface Props {
  groups: readonly { label: string; items: readonly { key: string; label: string }[] }[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  label: string;
  /** The content of the chosen tab. */
  children: ReactNode;
}

/** In such a window, a list at the side leaves too little room for the content. */
const NARROW = '(width < 768px)';

/** Shows many tabs in groups at the side of their content. The arrow keys move through all of them. A narrow window has a selection above the content. */
export function GroupedTabs({ groups, chosen, onChoose, label, children }: Props): ReactNode {
  const isNarrow = useMedia(NARROW);
  return (
    <div className={styles.columns}>
      {isNarrow ? (
        <Select
          aria-label={label}
          className={styles.select}
          placeholder="Choose"
          listHeight={480}
          value={chosen}
          options={groups.map((group) => ({ label: group.label, options: group.items.map((item) => ({ value: item.key, label: item.label })) }))}
          onChange={onChoose}
        />
      ) : (
        <SideList groups={groups} chosen={chosen} onChoose={onChoose} label={label} />
      )}
      <div className={styles.content}>{children}</div>
    </div>
  );
}

function SideList({ groups, chosen, onChoose, label }: Omit<Props, 'children'>): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const items = groups.flatMap((group) => group.items);
  const reachable = items.some(({ key }) => key === chosen) ? chosen : items[0]?.key;
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const next = items[moveByKey(event, list.current, 'vertical') ?? -1];
    if (next) onChoose(next.key);
  };
  return (
    <div ref={list} role="group" aria-label={label} className={styles.list}>
      {groups.map((group, index) => (
        <div key={group.label}>
          <span id={`${id}${index}`} className={styles.group}>
            {group.label}
          </span>
          <div role="tablist" aria-labelledby={`${id}${index}`} aria-orientation="vertical">
            {group.items.map(({ key, label: text }) => (
              <Tab key={key} isChosen={key === chosen} isReachable={key === reachable} onChoose={() => onChoose(key)} onKeyDown={onKeyDown}>
                {text}
              </Tab>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
