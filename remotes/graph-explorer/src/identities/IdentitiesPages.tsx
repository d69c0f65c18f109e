import type { ReactNode } from 'react';
import { EntityPages } from '../entity/EntityPages';
import IdentitiesPage from './IdentitiesPage';

/** Routes the list of identities and the pages of single identities. */
export default function IdentitiesPages(): ReactNode {
  return <EntityPages page="identities" list={<IdentitiesPage />} />;
}
