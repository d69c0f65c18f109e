import type { ReactNode } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { NotFound } from '../explorer/NotFound';
import { uriOf, type EntityPage } from '@cam/contracts';
import { IdentityPage } from './IdentityPage';
import { NetworkPage } from './NetworkPage';
import { ObjectPage } from './ObjectPage';

const PATH = ':tenantId/:cloudType/:accountId/:region/:type';

/**
 * Routes a list and the pages of its entities. The path has all parts of the URI, with or without the resource type and the scope.
 * @param list the page at the root path
 */
export function EntityPages({ page, list }: { page: EntityPage; list: ReactNode }): ReactNode {
  return (
    <Routes>
      <Route index element={list} />
      <Route path={`${PATH}/:id`} element={<EntityOfAddress page={page} />} />
      <Route path={`${PATH}/:id/scope/:scopeUri`} element={<EntityOfAddress page={page} />} />
      <Route path={`${PATH}/:resourceType/:id`} element={<EntityOfAddress page={page} />} />
      <Route path={`${PATH}/:resourceType/:id/scope/:scopeUri`} element={<EntityOfAddress page={page} />} />
      <Route path="*" element={<NotFound back={`/${page}`} what={page} />} />
    </Routes>
  );
}

const PAGES = { identities: IdentityPage, objects: ObjectPage, networks: NetworkPage };

function EntityOfAddress({ page }: { page: EntityPage }): ReactNode {
  const params = useParams();
  const uri = uriOf(params);
  // Only roles have scopes, so an address with a scope always shows the identity page.
  const Page = params.scopeUri === undefined ? PAGES[page] : IdentityPage;
  if (uri === null || (params.scopeUri !== undefined && params.type !== 'ROLE')) return <NotFound back={`/${page}`} what={page} />;
  return <Page key={uri} uri={uri} scope={params.scopeUri ?? null} />;
}
