import type { RefObject } from 'react';
import { useKeys } from '../form/use-keys';

/** Attribute of a control that a key runs; its value is the id of the action. */
const KEY = 'data-key';

/** The control of a row that takes the focus: the one that a page names, else the first link or button, else the checkbox. */
const ROW_FOCUS = ['[data-row-focus]', 'td:not([data-kind=select], [data-kind=expand]) :is(a[href], button:not(:disabled))', 'button, input'];

/**
 * Moves through the rows of a grid, turns its pages, and selects and explains the row with the focus, by the keys of the user. On a page
 * with several grids the one with the focus acts, else the first.
 * @param grid the element around the grid
 */
export function useRowKeys(grid: RefObject<HTMLElement | null>): void {
  const isOurs = (target: Element): boolean => grid.current !== null && (target.closest('[data-grid]') ?? firstGrid()) === grid.current;
  const rowOf = (target: Element): HTMLElement | null => (isOurs(target) ? target.closest<HTMLElement>('[data-row-key]') : null);
  const move = (target: Element, step: 1 | -1): boolean => {
    if (!isOurs(target)) return false;
    const rows = [...(grid.current?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])];
    const current = rows.indexOf(target.closest<HTMLElement>('[data-row-key]') as HTMLElement);
    const next = rows[Math.min(Math.max(current + step, 0), rows.length - 1)];
    if (next) focusRow(next);
    return next !== undefined;
  };
  const run = (within: Element | null, id: string): boolean => {
    // A row that unfolds may have details as well, whose button follows: they say more.
    const control = [...(within?.querySelectorAll<HTMLElement>(`[${KEY}=${id}]:not(:disabled)`) ?? [])].at(-1);
    if (!control) return false;
    control.click();
    return true;
  };
  useKeys(
    {
      'row-next': (target) => move(target, 1),
      'row-previous': (target) => move(target, -1),
      'row-select': (target) => run(rowOf(target), 'row-select'),
      'row-explain': (target) => run(rowOf(target), 'row-explain'),
      'page-next': (target) => isOurs(target) && run(grid.current, 'page-next'),
      'page-previous': (target) => isOurs(target) && run(grid.current, 'page-previous'),
    },
    { isAfterPage: true },
  );
}

/** Returns the first grid of the topmost dialog or panel, or of the page. */
function firstGrid(): Element | null {
  const layers = [...document.querySelectorAll('[aria-modal=true]')].filter((layer) => layer.closest('[style*="display: none"]') === null);
  return (layers.at(-1) ?? document).querySelector('[data-grid]');
}

function focusRow(row: HTMLElement): void {
  row.scrollIntoView({ block: 'nearest' });
  for (const selector of ROW_FOCUS) {
    const control = row.querySelector<HTMLElement>(selector);
    if (control) return control.focus();
  }
  row.tabIndex = -1;
  row.focus();
}
