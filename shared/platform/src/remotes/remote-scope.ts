import { createContext } from 'react';
import type { RemoteId } from '@cam/contracts';

/** The remote whose page or part is being rendered: the host sets it, calls and caches are kept apart by it. */
export const RemoteScope = createContext<RemoteId | null>(null);
