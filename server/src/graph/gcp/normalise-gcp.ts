import { SourceDraft } from '../normalise/source-draft';
import type { SourceFacts } from '../source-facts';
import { gcpUsage } from '../usage/gcp-audit';
import type { GcpBundle } from './gcp-bundle';
import { addDirectory } from './gcp-directory';
import { GcpHierarchy } from './gcp-hierarchy';
import { addPolicies } from './gcp-policies';
import { addResources } from './gcp-resources';

/** Turns the bundle of GCP projects into facts. Pure: the same bundle of the same time gives the same facts. @param takenAt when the provider was asked */
export function normaliseGcp(tenantId: string, accountId: string, bundle: GcpBundle, takenAt: Date): SourceFacts {
  const draft = new SourceDraft(tenantId, 'GCP', accountId);
  const hierarchy = new GcpHierarchy(draft, bundle);
  addResources(draft, bundle, hierarchy, takenAt);
  addPolicies(draft, bundle, hierarchy);
  addDirectory(draft, bundle);
  draft.usage = gcpUsage(draft, bundle.auditLog ?? []);
  return draft.result();
}
