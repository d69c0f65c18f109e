import { useCallback, useEffect, useState } from 'react';

/** The few calls of a plot of the chart library that the console makes itself. */
interface Plot {
  container: HTMLElement;
  chart: { emit: (event: string, detail: object) => void };
  triggerResize: () => void;
}

/** The library places a tooltip before it has its text, and at most every 60 ms: later it keeps within the drawing. ms */
const PLACING = 100;

/**
 * Shows the tooltip of the mark that has the keyboard focus, and fits the drawing to its box: the library watches the window alone, but a menu
 * that closes resizes the box too.
 * @param focused values that tell the datum of the mark from all others; undefined while no mark has the focus
 * @returns the `onReady` handler of a chart
 */
export function useFocusedMark(focused: object | undefined): (plot: Plot) => void {
  const [plot, setPlot] = useState<Plot | null>(null);
  useEffect(() => {
    if (!plot) return;
    const observer = new ResizeObserver(() => plot.triggerResize());
    observer.observe(plot.container);
    return () => observer.disconnect();
  }, [plot]);
  useEffect(() => {
    if (!plot || !focused) return;
    const show = (): void => plot.chart.emit('tooltip:show', { data: { data: focused } });
    show();
    const placing = setTimeout(show, PLACING);
    return () => {
      clearTimeout(placing);
      plot.chart.emit('tooltip:hide', {});
    };
  }, [plot, focused]);
  return useCallback((ready: Plot) => setPlot(ready), []);
}
