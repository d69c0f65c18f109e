import { useCallback, useState } from 'react';

/** Rows of a list that a user selected for one common action. */
export interface RowSelection {
  keys: ReadonlySet<string>;
  /** Adds rows to the selection, or takes them out. */
  select: (keys: readonly string[], isSelected: boolean) => void;
  clear: () => void;
}

/** Keeps the selection of a list whose page acts on the selected rows itself, such as by keys. */
export function useRowSelection(): RowSelection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((ids: readonly string[], isSelected: boolean) => setKeys((now) => changed(now, ids, isSelected)), []);
  const clear = useCallback(() => setKeys(new Set()), []);
  return { keys, select, clear };
}

/** Returns a set with some ids added or removed. */
export function changed(set: ReadonlySet<string>, ids: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  for (const id of ids) next[isIn ? 'add' : 'delete'](id);
  return next;
}
