import { ASSUMPTIONS } from '../../assumptions';
import type { Json } from '../../canonical';
import type { ProvedFact } from '../../context';
import { Invalid, NotCheckable } from '../../faults';
import { readBinding, readDenyRules, type Binding, type DenyRule } from '../../gcp/policies';
import type { KnownRequest, ResourceTag } from '../../gcp/cel';
import { soleEntity } from '../entity';
import type { Inference, RuleInput } from '../rule';
import { requireAbove } from './principal';

/** A node of the hierarchy with its policies. */
interface PolicyNode {
  node: string;
  bindings: Binding[];
  denies: DenyRule[];
}

/** A resource of Google Cloud with everything above it. */
export interface GoogleResource {
  fact: ProvedFact;
  /** Such as `//storage.googleapis.com/invoices`. */
  fullName: string;
  assetType: string;
  tags: KnownRequest['tags'];
  /** The resource and the nodes above it, the resource first. */
  nodes: PolicyNode[];
}

/**
 * `gcp-resource`: from the fact of a resource and the facts of all nodes above it. Says which policies it inherits.
 * @see https://cloud.google.com/iam/docs/resource-hierarchy-access-control
 */
export function gcpResourceRule({ context, place, from }: RuleInput): Inference {
  const facts = context.facts(place, from);
  const [fact] = facts;
  if (!fact) throw new Invalid(place, 'The step names no fact.');
  if (fact.source.cloud !== 'GCP') throw new NotCheckable(place, `"${fact.key}" is not of Google Cloud.`);
  const entity = soleEntity(place, fact);
  const { assettype: assetType, resourceid: fullName, tags } = entity.attributes;
  if (!entity.resource || typeof assetType !== 'string') throw new NotCheckable(place, `"${fact.key}" is no resource with an asset type.`);
  requireAbove(place, facts);
  const top = facts.at(-1)?.key ?? '';
  if (!top.startsWith('organizations/')) context.assume(...ASSUMPTIONS.googleTop(top));
  const nodes = facts.map(({ key, body }): PolicyNode => {
    const of = (kind: string): [string, Record<string, Json>][] =>
      body.held.filter((held) => held.kind === kind).map((held) => [held.id, context.document(place, held)]);
    return {
      node: key,
      bindings: of('gcp_binding').map(([id, document]) => readBinding(id, document)),
      denies: of('gcp_deny_policy').flatMap(([id, document]) => readDenyRules(id, document)),
    };
  });
  const value: GoogleResource = {
    fact,
    fullName: typeof fullName === 'string' ? fullName : fact.key,
    assetType,
    tags: Array.isArray(tags) ? (tags as unknown as ResourceTag[]) : null,
    nodes,
  };
  const says = nodes.map(({ node, bindings, denies }) => ({
    node,
    bindings: bindings.map(({ policy }) => policy),
    denies: [...new Set(denies.map(({ policy }) => policy))],
  }));
  return { says: { id: fact.key, nodes: says }, value };
}
