import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

type Drawings = typeof import('./drawings');

/**
 * Returns a component of `drawings.ts` that loads when it is first shown. All drawings are one chunk, because they share the library.
 * If the chunk does not load, a line of text stands in its place: the list and the table still hold every number.
 */
export function lazyDrawing<P extends object>(choose: (drawings: Drawings) => ComponentType<P>): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    import('./drawings').then(
      (drawings) => ({ default: choose(drawings) }),
      () => ({ default: ChartUnavailable as ComponentType<P> }),
    ),
  );
}

function ChartUnavailable() {
  return <p>The chart could not be loaded. Select Table to see its numbers, or reload the page.</p>;
}
