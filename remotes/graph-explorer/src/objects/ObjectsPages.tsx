import type { ReactNode } from 'react';
import { EntityPages } from '../entity/EntityPages';
import ObjectsPage from './ObjectsPage';

export default function ObjectsPages(): ReactNode {
  return <EntityPages page="objects" list={<ObjectsPage />} />;
}
