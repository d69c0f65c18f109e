import type { GrantSource, ProfileHop } from '../../engine/grant';
import { isGroupType } from '../../engine/model';

/** A statement that takes part in a way, with the holder of its policy. */
export interface WayGrant {
  kind: 'GRANT';
  grant: GrantSource;
  /** URI of the identity or role that the grant lets act. */
  by: string;
  /** URI of the resource or role that it opens. */
  on: string;
}

/** A membership that takes part in a way. */
export interface WayMembership {
  kind: 'MEMBERSHIP';
  member: string;
  group: string;
}

/**
 * A step of a way whose grants the graph does not store alone, such as running code as the identity of a machine. A way with such a step may lack parts, and
 * may have parts that do not take the step.
 */
export interface WayStep {
  kind: 'STEP';
  by: string;
  on: string;
}

export type WayPart = WayGrant | WayMembership | WayStep;

/** One way from an identity to a resource: access by it ends if any of its parts goes. */
export type Way = WayPart[];

/** The grants with which one entity opens another one. */
export interface Grants {
  by: string;
  on: string;
  via: readonly GrantSource[];
}

/** A step from one identity, or a group of it, to the next. */
export interface Step {
  by: string;
  on: string;
}

/** A stored path to a principal that has access to the resource. */
export interface Route {
  hops: readonly ProfileHop[];
  via: readonly GrantSource[];
}

export interface RoutesOfPair {
  identityUri: string;
  resourceUri: string;
  routes: readonly Route[];
}

/** The stored facts that connect the parts of ways. */
export interface WayGraph {
  /** Returns the grants with which an entity becomes a role; null: the graph has none between these two. */
  grants: (by: string, on: string) => Grants | null;
  /** Returns the chains of memberships by which somebody is in a group. */
  chains: (member: string, group: string) => readonly WayMembership[][];
}

/** The most ways of a pair that are told apart. More would be alike in most of their parts. */
const MOST_WAYS = 500;

/**
 * Returns the ways of a pair by what the graph stores. Where it is open whether one statement suffices, a way has all of them: then each real way is a
 * part of a returned one, so that whatever ends the access hits every returned way.
 * @param most the most ways to return
 */
export function waysOf({ identityUri, resourceUri, routes }: RoutesOfPair, graph: WayGraph, most = MOST_WAYS): Way[] {
  const ways: Way[] = [];
  for (const { hops, via } of routes) {
    const end = hops.at(-1)?.uri ?? identityUri;
    const ends = grantsOf({ by: end, on: resourceUri, via }, graph);
    for (const way of product([...stepsOf(identityUri, hops, graph), ends])) {
      ways.push(way);
      if (ways.length === most) return ways;
    }
  }
  return ways;
}

/** Returns the alternatives of each step of a path. */
function stepsOf(identityUri: string, hops: readonly ProfileHop[], graph: WayGraph): Way[][] {
  const steps: Way[][] = [];
  let actor = identityUri;
  let group: string | null = null;
  for (const hop of hops) {
    if (isGroupType(hop.type)) {
      group = hop.uri;
      continue;
    }
    const own = graph.grants(actor, hop.uri);
    const ofGroup = own === null && group !== null ? graph.grants(group, hop.uri) : null;
    const grants = own ?? ofGroup;
    const joins: readonly Way[] = group !== null && own === null ? graph.chains(actor, group) : [[]];
    const found = grants === null ? [] : grantsOf(grants, graph);
    // Only a role that is trusted has nothing but the grants of the step itself.
    const isWhole = grants?.via.some(({ holder_type: type }) => type === 'TRUST') ?? false;
    const step: Way = isWhole ? [] : [{ kind: 'STEP', by: actor, on: hop.uri }];
    steps.push([...product([[step], joins, found.length === 0 ? [[]] : found])]);
    actor = hop.uri;
    group = null;
  }
  // A path may end in a group, whose access its members have.
  if (group !== null) steps.push([...graph.chains(actor, group)]);
  return steps;
}

/**
 * Returns the sets of grants of which each gives access. Where a policy of the resource and one of the identity allow, either suffices for a bucket of the
 * identity's own account. Elsewhere a set has both: a role must be trusted as well, and the policy of another resource may only delegate to the account.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
function grantsOf({ by, on, via }: Grants, { chains }: WayGraph): Way[] {
  const allows = via.filter(({ effect, kinds }) => effect === 'Allow' && kinds.length > 0);
  const ofResource = allows.filter(({ holder_type: type }) => type === 'RESOURCE' || type === 'TRUST');
  const held = allows.filter((grant) => !ofResource.includes(grant));
  const [, , account, , type] = on.split(':');
  const eitherSuffices = held.length === 0 || ofResource.length === 0 || (type === 'OBJECT_STORE' && by.split(':')[2] === account);
  const sets = eitherSuffices ? allows.map((grant) => [grant]) : held.flatMap((own) => ofResource.map((other) => [own, other]));
  const waysOfGrant = (grant: GrantSource): Way[] => {
    const { holder_type: type, holder_uri: group } = grant;
    const joins = isGroupType(type) && group !== by ? chains(by, group) : [[]];
    return joins.map((chain) => [{ kind: 'GRANT' as const, grant, by, on }, ...chain]);
  };
  return sets.flatMap((set) => [...product(set.map(waysOfGrant))]);
}

/** Returns one way for each choice of an alternative per step. */
function* product(steps: readonly (readonly Way[])[], from = 0): Generator<Way> {
  const alternativesHere = steps[from];
  if (!alternativesHere) {
    yield [];
    return;
  }
  for (const first of alternativesHere) for (const rest of product(steps, from + 1)) yield [...first, ...rest];
}
