import { ASSUMPTIONS } from '../../assumptions';
import type { ProvedFact } from '../../context';
import { NotCheckable } from '../../faults';
import { soleEntity } from '../entity';
import { onlyGroups } from '../groups';
import type { Inference, RuleInput } from '../rule';

/** An identity of Entra ID. */
export interface AzurePrincipal {
  fact: ProvedFact;
  /** The object ids of the identity and of its groups, in lower case. */
  ids: ReadonlySet<string>;
}

/** `azure-principal`: from the fact of an identity and the facts of all groups that it is in, directly or by another group. Says which these are. */
export function azurePrincipalRule({ context, place, from }: RuleInput): Inference {
  const within = onlyGroups(place, context.facts(place, from));
  const self = within[0] as ProvedFact;
  const entity = soleEntity(place, self);
  if (!['AZURE', 'IDP_AZURE_AD'].includes(self.source.cloud) || !entity.identity || entity.type.includes('GROUP'))
    throw new NotCheckable(place, `"${self.key}" is no identity of Entra ID that acts itself.`);
  const ids = within.map(({ key }) => key.toLowerCase());
  context.assume(...ASSUMPTIONS.azureGroups(self.key));
  const value: AzurePrincipal = { fact: self, ids: new Set(ids) };
  return { says: { id: self.key, groups: ids.slice(1) }, value };
}
