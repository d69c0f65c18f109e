import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { CLOUD_SOURCES } from './source-kinds';
import { SourcesPage } from './SourcesPage';

export default function CloudSourcesPage(): ReactNode {
  const { pathname } = useLocation();
  return pathname.startsWith(CLOUD_SOURCES.path) ? <SourcesPage kind={CLOUD_SOURCES} /> : <Navigate to={CLOUD_SOURCES.path} replace />;
}
