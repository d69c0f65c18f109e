import { useEffect, type RefObject } from 'react';

/** Marks cells whose tooltip comes from this file, so that other tooltips stay. */
const OWN = 'cutText';

/** Shows the whole text of a cell that is cut off as its tooltip. It looks only under the pointer, because a grid has thousands of cells. */
export function useCutText(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = grid.current;
    if (!section) return;
    const onOver = ({ target }: MouseEvent): void => {
      const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
      if (!cell || (cell.title !== '' && !(OWN in cell.dataset))) return;
      const isCut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
        (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'hidden',
      );
      if (isCut) {
        cell.title = cell.innerText;
        cell.dataset[OWN] = '';
      } else if (OWN in cell.dataset) {
        cell.removeAttribute('title');
        delete cell.dataset[OWN];
      }
    };
    section.addEventListener('mouseover', onOver);
    return () => section.removeEventListener('mouseover', onOver);
  }, [grid]);
}
