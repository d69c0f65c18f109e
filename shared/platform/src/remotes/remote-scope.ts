import { createContext } from 'react';
import type { RemoteId } from '@cam/contracts';

/** The remote whose page or part is rendered. The host sets it; calls and caches are separated by it. */
export const RemoteScope = createContext<RemoteId | null>(null);
