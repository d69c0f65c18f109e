import { useEffect, type RefObject } from 'react';

/** Selector of the frames in which a table scrolls. */
const SCROLLED = '.ant-table-content, .ant-table-body';

/**
 * Adds the keyboard access that the table lacks. A scrolling frame takes the focus, so that arrow keys scroll it. The hidden row that measures the
 * columns repeats the headings with their controls, so it takes no focus.
 */
export function useTableAccess(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = grid.current;
    if (!section) return;
    const update = (): void => {
      for (const row of section.querySelectorAll<HTMLElement>('.ant-table-measure-row')) row.inert = true;
      for (const frame of section.querySelectorAll<HTMLElement>(SCROLLED)) {
        const scrolls = frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1;
        if (scrolls) frame.tabIndex = 0;
        else frame.removeAttribute('tabindex');
      }
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(section);
    for (const table of section.querySelectorAll('table')) observer.observe(table);
    return () => observer.disconnect();
  });
}
