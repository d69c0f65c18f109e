import { useEffect, type RefObject } from 'react';

/** Where a table scrolls sideways or down. */
const SCROLLED = '.ant-table-content, .ant-table-body';

/**
 * What the table leaves out for keyboards and readers: a frame that scrolls takes the focus, so that arrow keys move it, and the hidden row by which
 * the table measures its columns, which repeats the headings with their controls, takes none.
 */
export function useTableAccess(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = grid.current;
    if (!section) return;
    const mend = (): void => {
      for (const row of section.querySelectorAll<HTMLElement>('.ant-table-measure-row')) row.inert = true;
      for (const frame of section.querySelectorAll<HTMLElement>(SCROLLED)) {
        const scrolls = frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1;
        if (scrolls) frame.tabIndex = 0;
        else frame.removeAttribute('tabindex');
      }
    };
    mend();
    const observer = new ResizeObserver(mend);
    observer.observe(section);
    for (const table of section.querySelectorAll('table')) observer.observe(table);
    return () => observer.disconnect();
  });
}
