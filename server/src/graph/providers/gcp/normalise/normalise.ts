import { SourceDraft } from '../../../engine/source-draft';
import type { SourceFacts } from '../../../engine/source-facts';
import { gcpUsage } from './audit';
import type { GcpBundle } from '../read/bundle';
import { addDirectory } from './directory';
import { GcpHierarchy } from './hierarchy';
import { addPolicies } from './policies';
import { addResources } from './resources';

/**
 * Turns the bundle of GCP projects into facts. The function is pure: equal bundles of the same time give equal facts.
 * @param takenAt time of the export
 */
export function normaliseGcp(tenantId: string, accountId: string, bundle: GcpBundle, takenAt: Date): SourceFacts {
  const draft = new SourceDraft(tenantId, 'GCP', accountId);
  const hierarchy = new GcpHierarchy(draft, bundle);
  addResources(draft, bundle, hierarchy, takenAt);
  addPolicies(draft, bundle, hierarchy);
  addDirectory(draft, bundle);
  draft.usage = gcpUsage(draft, bundle.auditLog ?? []);
  return draft.result();
}
