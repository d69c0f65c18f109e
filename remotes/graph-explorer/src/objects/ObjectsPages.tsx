import type { ReactNode } from 'react';
import { EntityPages } from '../entity/EntityPages';
import ObjectsPage from './ObjectsPage';

/** Routes the list of objects and the pages of single objects. */
export default function ObjectsPages(): ReactNode {
  return <EntityPages page="objects" list={<ObjectsPage />} />;
}
