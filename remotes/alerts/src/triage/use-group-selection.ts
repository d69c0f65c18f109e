import type { AlertGroup } from '@cam/contracts';
import { useRowSelection } from '@cam/ui';

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
  const { keys, select, clear } = useRowSelection();
  return {
    groups: listed.filter(({ key }) => keys.has(key)),
    isSelected: (key) => keys.has(key),
    toggle: (key) => select([key], !keys.has(key)),
    clear,
  };
}
