import { useState } from 'react';
import { NO_LAYOUT, readLayout, type GridLayout } from './layout';

const PREFIX = 'cam.grid.';

/** Returns the column layout of a grid, stored in this browser under the grid's name. */
export function useLayout(name: string): { layout: GridLayout; change: (layout: GridLayout) => void; reset: () => void } {
  const [layout, setLayout] = useState(() => readLayout(localStorage.getItem(PREFIX + name)));
  return {
    layout,
    change: (next) => {
      setLayout(next);
      localStorage.setItem(PREFIX + name, JSON.stringify(next));
    },
    reset: () => {
      setLayout(NO_LAYOUT);
      localStorage.removeItem(PREFIX + name);
    },
  };
}
