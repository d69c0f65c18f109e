import type { KeyActionId } from '@cam/contracts';
import { useKeys, useSingleKeys, type KeyHandler } from '@cam/ui';

/** Attribute of the elements that the keys move between; its value is the key of the row. */
const ROW = 'data-row-key';

/** Attribute of the control of a row that takes the focus; without it the last button does. */
export const ROW_FOCUS = 'data-row-focus';

/** A place in a list of rows on the page, which the focus shows. */
export class RowCursor {
  /** Index of the row that was current last; -1 before the first. */
  place = -1;
  /** A change of the current row is on its way to the list. */
  #isChanging = false;

  /** @param id the id of the element around the rows */
  constructor(readonly id: string) {}

  rows(): HTMLElement[] {
    return [...(document.getElementById(this.id)?.querySelectorAll<HTMLElement>(`[${ROW}]`) ?? [])];
  }

  /** Makes a row current. Further changes of the list do not take the focus. */
  moveTo(index: number): void {
    this.#isChanging = false;
    this.place = index;
  }

  focusAt(index: number): void {
    const all = this.rows();
    const row = all[Math.min(Math.max(index, 0), all.length - 1)];
    if (!row) return;
    this.place = all.indexOf(row);
    const control = row.querySelector<HTMLElement>(`[${ROW_FOCUS}]`) ?? [...row.querySelectorAll<HTMLElement>('button')].at(-1);
    row.scrollIntoView({ block: 'nearest' });
    control?.focus();
  }

  /** Call it before a change that may remove the current row. */
  expectChange(): void {
    this.#isChanging = true;
  }

  /** Puts the focus on the current row, or on the one that took its place, after a change or its dialog took the focus away. */
  restoreFocus(): void {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!this.#isChanging || !isLost || this.place < 0) return;
    this.focusAt(this.place);
  }
}

interface Options {
  cursor: RowCursor;
  enabled: boolean;
  /** Key of the row that is open beside the list. The keys then move the open row instead of the focus. */
  opened: string | null;
  onOpen: (key: string) => void;
  onClose: () => void;
  /** Returns to the groups. */
  onBack: () => void;
  /** Actions on the current row. */
  actions: Partial<Record<KeyActionId, (key: string) => void>>;
}

/**
 * Moves through a list, and runs actions on the current row, with the keys of the user. The row with the focus is the current one. With an open row, the
 * keys of pages lead to the next and the previous row as well, because the list behind it cannot be seen.
 */
export function useTriageKeys({ cursor, enabled, opened, onOpen, onClose, onBack, actions }: Options): void {
  /** Returns the rows, and the place of the current one; -1 for none. */
  const find = (target: Element): { all: HTMLElement[]; current: number } => {
    const all = cursor.rows();
    const focused = all.indexOf(target.closest<HTMLElement>(`[${ROW}]`) as HTMLElement);
    const current = opened === null ? focused : all.findIndex((row) => keyOf(row) === opened);
    if (current >= 0) cursor.moveTo(current);
    return { all, current };
  };
  const move = (target: Element, step: 1 | -1): void => {
    const { all, current } = find(target);
    // After the current row left the list, its place belongs to the next row.
    const from = current >= 0 ? current : step > 0 ? cursor.place - 1 : cursor.place;
    const next = Math.min(Math.max(from + step, 0), all.length - 1);
    if (opened === null) return cursor.focusAt(next);
    const key = keyOf(all[next]);
    cursor.moveTo(next);
    if (key !== null) onOpen(key);
  };
  const act =
    (run: (key: string) => void): KeyHandler =>
    (target) => {
      const { all, current } = find(target);
      const key = opened ?? keyOf(all[current]);
      if (key === null) return false;
      return run(key);
    };
  useKeys(
    {
      'row-next': (target) => move(target, 1),
      'row-previous': (target) => move(target, -1),
      ...(opened === null ? {} : { 'page-next': (target) => move(target, 1), 'page-previous': (target) => move(target, -1) }),
      'alert-groups': onBack,
      ...Object.fromEntries(Object.entries(actions).map(([id, run]) => [id, act(run)])),
    },
    { enabled },
  );
  // The opened row handles Escape itself unless a dialog over it took the focus away.
  useSingleKeys(enabled && opened !== null, (event, target) => {
    if (event.key !== 'Escape' || target !== document.body) return;
    event.preventDefault();
    onClose();
  });
}

function keyOf(row: Element | undefined): string | null {
  return row?.getAttribute(ROW) ?? null;
}
