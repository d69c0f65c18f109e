import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { EntityPages } from '../entity/EntityPages';
import { PeoplePage } from '../people/PeoplePage';
import { PersonPage } from '../people/PersonPage';
import IdentitiesPage from './IdentitiesPage';

/** Routes the lists of identities and of people, and the pages of single ones. */
export default function IdentitiesPages(): ReactNode {
  return (
    <Routes>
      <Route path="person" element={<PeoplePage />} />
      <Route path="person/:personId" element={<PersonPage />} />
      <Route path="*" element={<EntityPages page="identities" list={<IdentitiesPage />} />} />
    </Routes>
  );
}
