import { kindOfAzureAction } from '../azure/action-kinds';
import { kindOf, type AccessKind } from '../catalogue/action-kinds';
import type { Catalogue } from '../catalogue/catalogue';
import { kindOfGcpPermission } from '../gcp/action-kinds';
import type { DirectoryRules } from '../idp/directory-rules';
import { ENTRA_RULES } from '../idp/entra/entra-rules';
import { OKTA_RULES } from '../idp/okta/okta-rules';
import type { SourceFacts } from '../source-facts';

/** Which kind of access an action is that a log names; null: any, or none that is known. */
export type UsageKindOf = (action: string) => AccessKind | null;

export function usageKinds(cloudType: SourceFacts['cloudType'], catalogue: Catalogue): UsageKindOf {
  if (cloudType === 'AWS') return awsKinds(catalogue);
  if (cloudType === 'AZURE') return kindOfAzureAction;
  if (cloudType === 'GCP') return kindOfGcpPermission;
  return directoryKinds(cloudType === 'IDP_OKTA' ? OKTA_RULES : ENTRA_RULES);
}

/** Actions of AWS are the same in either case. */
function awsKinds({ actions }: Catalogue): UsageKindOf {
  const kinds = new Map(actions.map((action) => [action.id.toLowerCase(), kindOf(action)]));
  return (action) => kinds.get(action.toLowerCase()) ?? null;
}

/** What is managed is the most that its permission gives. */
function directoryKinds(rules: DirectoryRules): UsageKindOf {
  return (action) => rules.actionOf(action).kinds.at(-1) ?? null;
}
