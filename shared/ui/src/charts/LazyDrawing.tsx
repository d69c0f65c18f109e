import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { takeTurn } from './drawing-turn';

type Drawings = typeof import('./drawings');

/**
 * Returns a component of `drawings.ts` that loads when it is first shown, and is drawn in its turn. All drawings are one chunk, because they share the
 * library. If the chunk does not load, a line of text stands in its place: the list and the table still hold every number.
 */
export function lazyDrawing<P extends { height: number }>(choose: (drawings: Drawings) => ComponentType<P>): ComponentType<P> {
  const Drawing = lazy(() =>
    import('./drawings').then(
      (drawings) => ({ default: choose(drawings) }),
      () => ({ default: ChartUnavailable as ComponentType<P> }),
    ),
  );
  return function LazyDrawing(props: P): ReactNode {
    const place = useRef<HTMLDivElement>(null);
    const [isDue, setDue] = useState(false);
    useEffect(() => (place.current ? takeTurn(place.current, () => setDue(true)) : undefined), []);
    // The place takes the room of the drawing from the start.
    return (
      <div ref={place} style={{ minHeight: props.height }}>
        {isDue && (
          <Suspense fallback={null}>
            <Drawing {...props} />
          </Suspense>
        )}
      </div>
    );
  };
}

function ChartUnavailable() {
  return <p>The chart could not be loaded. Select Table to see its numbers, or reload the page.</p>;
}
