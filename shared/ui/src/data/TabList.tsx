import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Tab } from './Tab';
import { moveByKey } from './tab-keys';
import styles from './TabList.module.css';

interface Props {
  items: readonly { key: string; label: ReactNode }[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  label: string;
}

/**
 * Shows tabs that wrap into further lines, so that none is hidden. A narrow window scrolls them in one line, with the chosen one in sight. The arrow keys
 * move between them.
 */
export function TabList({ items, chosen, onChoose, label }: Props): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    // It reports once the browser has laid out the page for its own use: to ask it before would delay the page.
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      scrollToChosen(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [chosen, items.length]);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const next = items[moveByKey(event, list.current, 'horizontal') ?? -1];
    if (next) onChoose(next.key);
  };
  const reachable = items.some(({ key }) => key === chosen) ? chosen : items[0]?.key;
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs}>
      {items.map(({ key, label: text }) => (
        <Tab key={key} isChosen={key === chosen} isReachable={key === reachable} onChoose={() => onChoose(key)} onKeyDown={onKeyDown}>
          {text}
        </Tab>
      ))}
    </div>
  );
}

/** Scrolls the list alone: the page around it stays where it is. */
function scrollToChosen(list: HTMLElement): void {
  const tab = list.querySelector('[aria-selected=true]')?.getBoundingClientRect();
  const { left, width } = list.getBoundingClientRect();
  if (tab && (tab.left < left || tab.right > left + width)) list.scrollLeft += tab.left - left - (width - tab.width) / 2;
}
