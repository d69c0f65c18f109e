import { useState, type ReactNode } from 'react';
import { Provider } from 'jotai';
import { SWRConfig } from 'swr';
import { MemoryRouter, Route, Routes } from '../router';
import { store } from '../state/store';

interface PageFrameProps {
  children: ReactNode;
  /** Address of the page, with its query. */
  at: string;
  /** Path of the route, if the page reads parameters from its address. */
  path?: string | undefined;
}

/** Surrounds a page with what the host provides: the store, a data cache of its own, and a router at the address. */
export function PageFrame({ children, at, path = '*' }: PageFrameProps): ReactNode {
  const [cache] = useState(() => new Map<string, never>());
  return (
    <Provider store={store}>
      <SWRConfig value={{ provider: () => cache, dedupingInterval: 0 }}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={path} element={children} />
          </Routes>
        </MemoryRouter>
      </SWRConfig>
    </Provider>
  );
}
