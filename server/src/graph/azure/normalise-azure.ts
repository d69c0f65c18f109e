import { SourceDraft } from '../normalise/source-draft';
import type { SourceFacts } from '../source-facts';
import { azureUsage } from '../usage/azure-activity';
import type { AzureBundle } from './azure-bundle';
import { addHierarchy } from './azure-hierarchy';
import { addPolicies } from './azure-policies';
import { addResources } from './azure-resources';

/** Turns the bundle of a subscription of Azure into facts. Pure: the same bundle gives the same facts. */
export function normaliseAzure(tenantId: string, accountId: string, bundle: AzureBundle): SourceFacts {
  const draft = new SourceDraft(tenantId, 'AZURE', accountId);
  addHierarchy(draft, bundle);
  addResources(draft, bundle);
  addPolicies(draft, bundle);
  draft.usage = azureUsage(draft, bundle.activityLog ?? []);
  return draft.result();
}
