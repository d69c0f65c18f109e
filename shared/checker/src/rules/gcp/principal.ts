import { ASSUMPTIONS } from '../../assumptions';
import type { FactEntity, ProvedFact, ReplayContext } from '../../context';
import { Invalid, mustBe, NotCheckable } from '../../faults';
import { memberOf, serviceAccountsOf, type GoogleNames } from '../../gcp/members';
import { soleEntity } from '../entity';
import { withGroups } from '../groups';
import type { Inference, RuleInput } from '../rule';

/** An identity that acts in Google Cloud, with the names by which policies mean it. */
export interface GooglePrincipal {
  fact: ProvedFact;
  names: GoogleNames;
}

const TYPES: Readonly<Record<string, string>> = { USER: 'user', FEDERATED_USER: 'user', SERVICE_ACCOUNT: 'serviceAccount' };

/**
 * `gcp-principal`: from the fact of an identity, the facts of all groups that it is in, directly or by another group, and for a service account the facts of
 * the nodes that it lies in. Says by which names policies mean it.
 * @see https://cloud.google.com/iam/docs/principals-overview
 */
export function gcpPrincipalRule({ context, place, from }: RuleInput): Inference {
  const facts = context.facts(place, from);
  const [self] = facts;
  if (!self) throw new Invalid(place, 'The step names no fact.');
  const entity = soleEntity(place, self);
  const type = Object.hasOwn(TYPES, entity.type) ? TYPES[entity.type] : undefined;
  const address = addressOf(entity);
  if (self.source.cloud === 'AWS' || type === undefined || address === null)
    throw new NotCheckable(place, `"${self.key}" is neither a user nor a service account with an address.`);
  const member = memberOf(`${type}:${address}`);
  const within = withGroups(place, facts);
  const groups = within.slice(1).flatMap((fact) => groupName(place, fact));
  const nodes = facts.slice(within.length);
  const accountSets = nodes.length === 0 ? null : setsOf(place, self, entity, nodes);
  context.assume(...ASSUMPTIONS.googleGroups(self.key));
  if (self.source.cloud !== 'GCP') context.assume(...ASSUMPTIONS.googleAddress(self.key, member));
  const value: GooglePrincipal = { fact: self, names: { member, groups: new Set(groups), accountSets } };
  return { says: { id: self.key, member, groups, nodes: nodes.map(({ key }) => key) }, value };
}

function groupName(place: string, fact: ProvedFact): string[] {
  const entity = soleEntity(place, fact);
  const address = addressOf(entity);
  return address !== null && ['GROUP', 'FEDERATED_GROUP'].includes(entity.type) ? [memberOf(`group:${address}`)] : [];
}

/** Returns the sets of all service accounts that an account is in; null where the number of a project is not known. */
function setsOf(place: string, self: ProvedFact, { type }: FactEntity, nodes: readonly ProvedFact[]): ReadonlySet<string> | null {
  if (type !== 'SERVICE_ACCOUNT' || self.source.cloud !== 'GCP') throw new Invalid(place, 'Only a service account of Google Cloud lies in nodes.');
  requireAbove(place, [self, ...nodes]);
  const names = nodes.map((node) => {
    if (!node.key.startsWith('projects/')) return node.key;
    const number = soleEntity(place, node).attributes.projectnumber;
    return typeof number === 'string' ? `projects/${number}` : null;
  });
  return names.includes(null) ? null : new Set(names.map((name) => serviceAccountsOf(name as string)));
}

/** Requires that each fact lies in the next, and the last in nothing. */
export function requireAbove(place: string, facts: readonly ProvedFact[]): void {
  facts.forEach(({ key, body, source }, index) => {
    if (source !== facts[0]?.source) throw new NotCheckable(place, 'The nodes are of several sources.');
    const above = body.in.filter(({ kind }) => kind === 'contains').map(({ id }) => id);
    if (above.length > 1) throw new NotCheckable(place, `"${key}" lies in several nodes.`);
    mustBe(place, `The node above "${key}"`, facts[index + 1]?.key ?? null, above[0] ?? null);
  });
}

function addressOf({ attributes: { email } }: FactEntity): string | null {
  return typeof email === 'string' && email.includes('@') ? email.toLowerCase() : null;
}

/** Returns the identities of the steps of a list. */
export function principalsOf(context: ReplayContext, place: string, ids: readonly string[]): GooglePrincipal[] {
  return ids.map((id) => context.result<GooglePrincipal>(place, id, 'gcp-principal'));
}
