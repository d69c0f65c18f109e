import type { ReactNode } from 'react';
import { EntityPages } from '../entity/EntityPages';
import IdentitiesPage from './IdentitiesPage';

export default function IdentitiesPages(): ReactNode {
  return <EntityPages page="identities" list={<IdentitiesPage />} />;
}
