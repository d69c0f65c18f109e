import type { ReactNode } from 'react';
import { EntityPages } from '../entity/EntityPages';
import NetworksPage from './NetworksPage';

/** Routes the list of networks and the pages of single network resources. */
export default function NetworksPages(): ReactNode {
  return <EntityPages page="networks" list={<NetworksPage />} />;
}
