import type { ReactNode } from 'react';
import { EntityPages } from '../entity/EntityPages';
import NetworksPage from './NetworksPage';

export default function NetworksPages(): ReactNode {
  return <EntityPages page="networks" list={<NetworksPage />} />;
}
