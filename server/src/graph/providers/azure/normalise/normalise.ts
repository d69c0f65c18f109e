import { SourceDraft } from '../../../engine/source-draft';
import type { SourceFacts } from '../../../engine/source-facts';
import { azureUsage } from './activity';
import type { AzureBundle } from '../read/bundle';
import { addHierarchy } from './hierarchy';
import { addPolicies } from './policies';
import { addResources } from './resources';

/** Turns the bundle of an Azure subscription into facts. The function is pure: equal bundles give equal facts. */
export function normaliseAzure(tenantId: string, accountId: string, bundle: AzureBundle): SourceFacts {
  const draft = new SourceDraft(tenantId, 'AZURE', accountId);
  addHierarchy(draft, bundle);
  addResources(draft, bundle);
  addPolicies(draft, bundle);
  draft.usage = azureUsage(draft, bundle.activityLog ?? []);
  return draft.result();
}
