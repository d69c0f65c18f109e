import { useState } from 'react';
import type { AlertGroup } from '@cam/contracts';

/** Groups that a user selected for one common decision. */
export interface GroupSelection {
  /** The selected groups that still exist, in their order. */
  groups: readonly AlertGroup[];
  isSelected: (key: string) => boolean;
  toggle: (key: string) => void;
  clear: () => void;
}

/** Keeps the selection among the listed groups. A group that leaves the list leaves the selection. */
export function useGroupSelection(listed: readonly AlertGroup[]): GroupSelection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return {
    groups: listed.filter(({ key }) => keys.has(key)),
    isSelected: (key) => keys.has(key),
    toggle: (key) =>
      setKeys((now) => {
        const next = new Set(now);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    clear: () => setKeys(new Set()),
  };
}
