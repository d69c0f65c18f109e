import { useCallback, useEffect, useRef, useState } from 'react';

/** The few calls of a plot of the chart library that the console makes itself. */
interface Plot {
  container: HTMLElement;
  chart: { emit: (event: string, detail: object) => void };
  triggerResize: () => void;
}

/**
 * Shows the tooltip of the mark that has the keyboard focus, and fits the drawing to its box: the library watches the window alone, but a menu
 * that closes resizes the box too.
 * @param focused values that tell the datum of the mark from all others; undefined while no mark has the focus
 * @returns the `onReady` handler of a chart
 */
export function useFocusedMark(focused: object | undefined): (plot: Plot) => void {
  const [plot, setPlot] = useState<Plot | null>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    if (!plot) return;
    const observer = new ResizeObserver(() => plot.triggerResize());
    observer.observe(plot.container);
    return () => observer.disconnect();
  }, [plot]);
  useEffect(() => {
    if (!plot) return;
    if (focused) plot.chart.emit('tooltip:show', { data: { data: focused } });
    else if (wasShown.current) plot.chart.emit('tooltip:hide', {});
    wasShown.current = focused !== undefined;
  }, [plot, focused]);
  return useCallback((ready: Plot) => setPlot(ready), []);
}
