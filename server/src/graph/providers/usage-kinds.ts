import { kindOfAzureAction } from './azure/compile/action-kinds';
import { kindOf } from '../engine/catalogue/action-kinds';
import type { Catalogue } from '../engine/catalogue/catalogue';
import { createdTypeOf } from '../engine/catalogue/create-actions';
import { kindOfGcpPermission } from './gcp/compile/action-kinds';
import type { DirectoryRules } from './directory/compile/directory-rules';
import { ENTRA_RULES } from './directory/compile/entra-rules';
import { OKTA_RULES } from './directory/compile/okta-rules';
import type { SourceFacts } from '../engine/source-facts';
import type { UsageKinds } from '../engine/usage-kinds';

export function usageKinds(cloudType: SourceFacts['cloudType'], catalogue: Catalogue): UsageKinds {
  if (cloudType === 'AWS') return awsKinds(catalogue);
  const makes = (): boolean => false;
  if (cloudType === 'AZURE') return { kindOf: kindOfAzureAction, makes };
  if (cloudType === 'GCP') return { kindOf: kindOfGcpPermission, makes };
  return { kindOf: directoryKinds(cloudType === 'IDP_OKTA' ? OKTA_RULES : ENTRA_RULES), makes };
}

/** Returns the kinds of AWS actions, whose names ignore case. */
function awsKinds({ actions }: Catalogue): UsageKinds {
  const kinds = new Map(actions.map((action) => [action.id.toLowerCase(), kindOf(action)]));
  const making = new Set(actions.flatMap((action) => (createdTypeOf(action) === null ? [] : [action.id.toLowerCase()])));
  return { kindOf: (action) => kinds.get(action.toLowerCase()) ?? null, makes: (action) => making.has(action.toLowerCase()) };
}

/** A manage permission counts as the highest access that it includes. */
function directoryKinds(rules: DirectoryRules): UsageKinds['kindOf'] {
  return (action) => rules.actionOf(action).kinds.at(-1) ?? null;
}
