import { useInsertionEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { RemoteId } from '@cam/contracts';
import { beginVisit } from '@cam/platform/host';

/** Begins a trace for each page of an area that the user opens. */
export function useVisitTrace(id: RemoteId): void {
  const { pathname } = useLocation();
  // Runs before the effects of the page, which make its first calls.
  useInsertionEffect(() => beginVisit(id), [id, pathname]);
}
