import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { RequestsPage } from './RequestsPage';

/** Routes the page of access requests, and one request above it. */
export default function RequestPages(): ReactNode {
  return (
    <Routes>
      <Route index element={<RequestsPage />} />
      <Route path=":requestId" element={<RequestsPage />} />
    </Routes>
  );
}
