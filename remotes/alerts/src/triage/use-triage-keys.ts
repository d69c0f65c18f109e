import { useSingleKeys } from '@cam/ui';

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
  /** Actions on the current row by the key that a user presses. */
  actions: Readonly<Record<string, (key: string) => void>>;
  /** Actions on the page by the key that a user presses. */
  pageActions: Readonly<Record<string, () => void>>;
}

/**
 * Moves through a list with j and k, and runs actions on the current row with single keys. The row with the focus is the current one. Keys in a field,
 * a menu or with a modifier keep their usual meaning.
 */
export function useTriageKeys({ cursor, enabled, opened, onOpen, onClose, actions, pageActions }: Options): void {
  useSingleKeys(enabled, (event, target) => {
    const all = cursor.rows();
    const keyOf = (row: Element | undefined): string | null => row?.getAttribute(ROW) ?? null;
    const focused = all.indexOf(target.closest<HTMLElement>(`[${ROW}]`) as HTMLElement);
    const shown = all.findIndex((row) => keyOf(row) === opened);
    const current = opened === null ? focused : shown;
    if (current >= 0) cursor.moveTo(current);
    const run = (act: () => void): void => {
      event.preventDefault();
      act();
    };
    // The opened row handles Escape itself unless a dialog over it took the focus away.
    if (event.key === 'Escape' && opened !== null && target === document.body) return run(onClose);
    const step = { j: 1, k: -1 }[event.key];
    if (step !== undefined) {
      // After the current row left the list, its place belongs to the next row.
      const from = current >= 0 ? current : step > 0 ? cursor.place - 1 : cursor.place;
      const next = Math.min(Math.max(from + step, 0), all.length - 1);
      const key = keyOf(all[next]);
      return run(() => {
        if (opened === null) return cursor.focusAt(next);
        cursor.moveTo(next);
        if (key !== null) onOpen(key);
      });
    }
    const act = actions[event.key];
    const key = opened ?? keyOf(all[focused]);
    if (act && key !== null) return run(() => act(key));
    const pageAct = pageActions[event.key];
    if (pageAct) run(pageAct);
  });
}
