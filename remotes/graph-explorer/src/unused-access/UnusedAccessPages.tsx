import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../explorer/NotFound';
import { UnusedDetailPage } from './UnusedDetailPage';
import { UnusedListPage } from './UnusedListPage';

/** Routes the list of unused access and its detail pages. */
export default function UnusedAccessPages(): ReactNode {
  return (
    <Routes>
      <Route index element={<UnusedListPage />} />
      <Route path=":identityType/:summary/:request/:name/:uri" element={<UnusedDetailPage />} />
      <Route path=":identityType/:summary/:request/:name/:uri/:roleName/:roleUri" element={<UnusedDetailPage />} />
      <Route path="*" element={<NotFound back="/unused-access" what="unused access" />} />
    </Routes>
  );
}
