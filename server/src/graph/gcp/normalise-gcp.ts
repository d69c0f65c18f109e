import { SourceDraft } from '../normalise/source-draft';
import type { SourceFacts } from '../source-facts';
import { gcpUsage } from '../usage/gcp-audit';
import type { GcpBundle } from './gcp-bundle';
import { GcpHierarchy } from './gcp-hierarchy';
import { addPolicies } from './gcp-policies';
import { addResources } from './gcp-resources';

/** Turns the bundle of GCP projects into facts. Pure: the same bundle gives the same facts. */
export function normaliseGcp(tenantId: string, accountId: string, bundle: GcpBundle): SourceFacts {
  const draft = new SourceDraft(tenantId, 'GCP', accountId);
  const hierarchy = new GcpHierarchy(draft, bundle);
  addResources(draft, bundle, hierarchy);
  addPolicies(draft, bundle, hierarchy);
  draft.usage = gcpUsage(draft, bundle.auditLog ?? []);
  return draft.result();
}
