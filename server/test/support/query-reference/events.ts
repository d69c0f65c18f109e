import { TRAIT_LETTERS } from '../../../src/graph/providers/action-traits';
import type { Privilege, Statement, UsageTest } from '../../../src/graph/query/ast';
import { entityFits, textFits, type Entity } from './fits';
import { indexOf, type StoredGraph } from './stored-graph';

const DAY = 24 * 60 * 60 * 1000;

type Event = StoredGraph['events'][number];

/** Returns the events of an identity: by its ID, its e-mail address, or the name of its session. */
export function eventsOf(graph: StoredGraph, { native_id: id, attributes }: Entity): Event[] {
  const { eventsByIdentity, eventsBySession } = indexOf(graph);
  const email = typeof attributes.email === 'string' ? attributes.email.toLowerCase() : '';
  const bySession = email === '' ? [] : (eventsBySession.get(email) ?? []);
  return [...new Set([...(eventsByIdentity.get(id) ?? []), ...(eventsByIdentity.get(email) ?? []), ...bySession])];
}

/** Reports whether a statement matches an event of an identity. */
export function eventFits(statement: Statement, identity: Entity, event: Event, graph: StoredGraph, now: Date): boolean {
  const { verb, clauses } = statement;
  if (verb?.kind !== 'usage' || event.at > now.toISOString()) return false;
  const resources = indexOf(graph).entitiesById.get(event.resource_id) ?? [];
  const isAsked = verb.object && (verb.object.types ?? verb.object.names[0] ?? verb.object.filters[0]) !== undefined;
  if (verb.object && isAsked && !resources.some((entity) => verb.object && entityFits(entity, verb.object, graph))) return false;
  const tests = [verb.test, ...clauses.flatMap((clause) => (clause.kind === 'usage' ? [clause.test] : []))];
  if (!tests.every((test) => isWithin(test, event.at, now))) return false;
  return clauses.every((clause) => {
    if (clause.kind !== 'for') return true;
    return (
      clause.anyOf.flat().some((privilege) => isPrivilege(privilege, identity, event, resources[0]?.account_id ?? event.account_id, graph)) !==
      clause.negated
    );
  });
}

function isWithin({ moreThan, lessThan }: UsageTest, at: string, now: Date): boolean {
  const since = (days: number): string => new Date(now.getTime() - days * DAY).toISOString();
  return (lessThan === null || at > since(lessThan)) && (moreThan === null || at < since(moreThan));
}

function isPrivilege(privilege: Privilege, identity: Entity, event: Event, account: string, { sources }: StoredGraph): boolean {
  if (privilege.kind === 'actions') return privilege.actions.some((wanted) => textFits(event.action, wanted));
  if (privilege.kind === 'types') return privilege.types.some((type) => event.letters.includes(TRAIT_LETTERS[type]));
  const isPublic = identity.type === 'PUBLIC_NODE';
  const isKnown = sources.some(({ account_id: id }) => id === identity.account_id);
  const isSame = identity.account_id === account;
  return privilege.relations.some((relation) =>
    relation === 'public' ? isPublic : !isPublic && { same: isSame, cross: !isSame, known: isKnown, unknown: !isKnown }[relation],
  );
}
