import { useEffect, type RefObject } from 'react';
import { offsetName, type Slot } from './slots';

/**
 * Follows the sizes of a table in its scrolling frame, without rendering anything again. A frame that scrolls takes the focus, so that arrow keys scroll
 * it. Fixed cells beside each other get their distances from the edge. The frame says on which sides it hides cells.
 */
export function useTableFrame<Row>(frame: RefObject<HTMLElement | null>, slots: readonly Slot<Row>[]): void {
  useEffect(() => {
    const element = frame.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const markHidden = (): void => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      setData(element, 'before', scrollLeft > 0);
      setData(element, 'after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const update = (): void => {
      // All sizes are read before anything is written: the browser would have to find them again after each change.
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const offsets = fixedOffsets(table, slots);
      markHidden();
      const isWide = scrollWidth > clientWidth + 1;
      if (isWide || scrollHeight > clientHeight + 1) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
      for (const [index, offset] of offsets) setOffset(table, offsetName(index), offset, isWide ? (slots[index]?.offset ?? 0) : null);
    };
    // It reports the present sizes first, after the browser has found them for its own use.
    const observer = new ResizeObserver(update);
    observer.observe(element);
    observer.observe(table);
    element.addEventListener('scroll', markHidden, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', markHidden);
    };
  }, [frame, slots]);
}

/**
 * Sets an offset, unless it is the expected one. All cells inherit it, so the browser finds the styles of the whole table again.
 * @param expected null for a table that does not scroll sideways: it needs no offset, but follows one that it had before
 */
function setOffset({ style }: HTMLElement, name: string, offset: number, expected: number | null): void {
  const value = `${offset}px`;
  const present = style.getPropertyValue(name) || (expected === null ? value : `${expected}px`);
  if (present !== value) style.setProperty(name, value);
}

function setData(element: HTMLElement, name: string, value: boolean): void {
  if (element.dataset[name] !== String(value)) element.dataset[name] = String(value);
}

/** Returns the distance from the edge for each fixed cell that has another one between itself and the edge, px, by its index. */
function fixedOffsets<Row>(table: HTMLTableElement, slots: readonly Slot<Row>[]): [index: number, offset: number][] {
  const widths = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.offsetWidth);
  const fixedAt = (edge: 'start' | 'end'): number[] => slots.flatMap(({ fixed }, index) => (fixed === edge ? [index] : []));
  return [fixedAt('start'), fixedAt('end').reverse()].flatMap((indexes) => {
    let offset = 0;
    return indexes.map((index): [number, number] => {
      const place: [number, number] = [index, offset];
      offset += widths[index] ?? 0;
      return place;
    });
  });
}
