import type { ReactNode } from 'react';
import { IDP_SOURCES } from './source-kinds';
import { SourcesPage } from './SourcesPage';

export default function IdpSourcesPage(): ReactNode {
  return <SourcesPage kind={IDP_SOURCES} />;
}
