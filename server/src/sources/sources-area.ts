import type { GraphService } from '../graph';
import type { SourceConnections } from './connections';
import type { OrganizationsService } from './organizations';
import type { SourcesService } from './service';

/** The services that the routes of sources call. */
export interface SourcesArea {
  sources: SourcesService;
  connections: SourceConnections;
  organizations: OrganizationsService;
  graph: GraphService;
}
