import { useEffect } from 'react';

/** Marks elements whose tooltip comes from this file, so that other tooltips stay. */
const OWN = 'cutText';

/** The most elements around the one under the pointer that may cut it off. */
const MOST_STEPS = 4;

/**
 * Shows the whole of a text that is cut off as its tooltip, and the whole of a cell that holds one. It looks only under the pointer, because a page has
 * thousands of texts.
 */
export function useCutText(): void {
  useEffect(() => {
    const onOver = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element)) return;
      const cell = target.closest<HTMLElement>('td, th');
      const holder = cell ?? cutAround(target);
      if (!holder || (holder.closest('[title]') && !(OWN in holder.dataset))) return;
      if (!cell || [cell, ...cell.querySelectorAll('*')].some(isCut)) {
        holder.title = holder.innerText;
        holder.dataset[OWN] = '';
      } else if (OWN in holder.dataset) {
        holder.removeAttribute('title');
        delete holder.dataset[OWN];
      }
    };
    document.addEventListener('mouseover', onOver);
    return () => document.removeEventListener('mouseover', onOver);
  }, []);
}

function cutAround(target: Element): HTMLElement | null {
  let element: Element | null = target;
  for (let step = 0; element && step < MOST_STEPS; step++) {
    if (element instanceof HTMLElement && isCut(element) && getComputedStyle(element).textOverflow === 'ellipsis') return element;
    element = element.parentElement;
  }
  return null;
}

function isCut(element: Element): boolean {
  return element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden';
}
