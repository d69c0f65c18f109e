import { atom, useAtom } from 'jotai';

export type Density = 'compact' | 'comfortable';

const KEY = 'cam.grid.density';

const densityAtom = atom<Density | null>(null);

/** Returns the height of rows that the user chose for all grids. Rows have one line until the user chooses otherwise. This browser keeps the choice. */
export function useDensity(): { density: Density; choose: (density: Density) => void } {
  const [chosen, setChosen] = useAtom(densityAtom);
  return {
    density: chosen ?? (localStorage.getItem(KEY) === 'comfortable' ? 'comfortable' : 'compact'),
    choose: (density) => {
      localStorage.setItem(KEY, density);
      setChosen(density);
    },
  };
}
