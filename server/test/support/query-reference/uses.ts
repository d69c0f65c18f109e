import { TRAIT_LETTERS } from '../../../src/graph/providers/action-traits';
import type { Clause, Privilege, UsageTest } from '../../../src/graph/query/ast';
import { textFits, type Entity } from './fits';
import { indexOf, type StoredGraph } from './stored-graph';

const DAY = 24 * 60 * 60 * 1000;
const KINDS = ['READ', 'WRITE', 'ADMIN'] as const;

const KINDS_OF: Record<string, readonly string[]> = {
  read: ['READ'], list: ['READ'], write: ['WRITE'], tagging: ['WRITE'], admin: ['ADMIN'], permissions: ['ADMIN'], sensitive: KINDS,
}; // prettier-ignore

/** Reports whether access was used, by looking at every row of use. */
export class Uses {
  readonly #since: (days: number) => string;

  constructor(
    private readonly graph: StoredGraph,
    now: Date,
  ) {
    this.#since = (days) => new Date(now.getTime() - days * DAY).toISOString();
  }

  fits(
    { never, moreThan, lessThan }: UsageTest,
    identity: Entity,
    resource: Entity,
    { way, edge }: { way: StoredGraph['paths'][number]; edge: StoredGraph['access'][number] },
    clauses: readonly Clause[],
  ): boolean {
    const privileges = clauses
      .flatMap((clause) => (clause.kind === 'for' && !clause.negated ? clause.anyOf.flat() : []))
      .filter(({ kind }) => kind !== 'accounts');
    const actingUri = way.hops.at(-1)?.uri ?? identity.uri;
    const { usageByIdentity } = indexOf(this.graph);
    const isItself = way.hops.length === 0;
    const [names, starters] = [this.#namesOf(actingUri), this.#namesOf(identity.uri)];
    const uses = [...names]
      .flatMap((name) => usageByIdentity.get(name) ?? [])
      .filter((use) => Number(use.count) > 0 && (privileges.length === 0 || privileges.some((privilege) => isUseOf(use, privilege))));
    const onIt = uses
      .filter(({ resource_id: id, action, of_account: isOfAccount, source_uid: source }) => {
        if (resource.type === 'ACCOUNT_DATA' && isOfAccount && source === resource.source_uid) return true;
        if (id !== '') return id === resource.native_id;
        return action.endsWith(':*') && resource.cloud_type === 'AWS' && action.split(':')[0] === resource.native_id.split(':')[2];
      })
      .map(({ last_at: at, started_by: startedBy }) => {
        if (isItself) return { own: [at], unknown: [] };
        const started = Object.entries(startedBy);
        return {
          own: started.flatMap(([name, use]) => (starters.has(name) ? [use.at] : [])),
          unknown: started.length === 0 ? [at] : started.flatMap(([name, use]) => (name === '' ? [use.at] : [])),
        };
      });
    const isSince = (days: number | null, at: string): boolean => days === null || at > this.#since(days);
    const within = (days: number | null): boolean => onIt.some(({ own }) => own.some((at) => isSince(days, at)));
    const maybeWithin = (days: number | null): boolean => onIt.some(({ unknown }) => unknown.some((at) => isSince(days, at)));
    if (lessThan !== null && !within(lessThan)) return false;
    if (!never && moreThan === null) return true;
    return !within(moreThan) && !maybeWithin(moreThan) && this.#couldBeKnown(moreThan ?? 0, identity, resource, { way, edge }, privileges);
  }

  /** Returns the names of an identity in logs; of a group, those of its members. */
  #namesOf(uri: string): Set<string> {
    const { entitiesByUri, entitiesById } = indexOf(this.graph);
    const namesOf = ({ native_id: id, attributes: { email, userid } }: Entity): string[] => [
      id,
      ...(typeof email === 'string' ? [email.toLowerCase()] : []),
      ...(typeof userid === 'string' ? [userid] : []),
    ];
    const own = (entitiesByUri.get(uri) ?? []).filter(({ is_identity: acts }) => acts);
    const groups = new Set(own.flatMap(({ type, native_id: id }) => (['GROUP', 'FEDERATED_GROUP'].includes(type) ? [id] : [])));
    const members = this.graph.edges
      .filter(({ kind, parent_id: parent }) => kind === 'member_of' && groups.has(parent))
      .map(({ child_id: id }) => id);
    const entities = members.flatMap((id) => (entitiesById.get(id) ?? []).filter(({ is_identity: acts }) => acts));
    return new Set([...own.flatMap(namesOf), ...members, ...entities.flatMap(namesOf)]);
  }

  #couldBeKnown(
    days: number,
    identity: Entity,
    resource: Entity,
    { way, edge }: { way: StoredGraph['paths'][number]; edge: StoredGraph['access'][number] },
    privileges: readonly Privilege[],
  ): boolean {
    const since = this.#since(days);
    const { created } = identity.attributes;
    if (typeof created === 'string' && created.slice(0, 10) > since.slice(0, 10)) return false;
    const log = this.graph.sources.find(({ source_uid: uid }) => uid === edge.source_uid)?.usage;
    if (!log || log.since > since.slice(0, 10)) return false;
    const isYoung = (from: number): boolean => {
      const snapshot = this.graph.snapshots.find(({ snapshot_id: id }) => Number(id) === Number(from));
      const isFirst = !this.graph.snapshots.some(
        ({ source_uid: uid, snapshot_id: id, state }) => uid === snapshot?.source_uid && Number(id) < Number(from) && state !== 'staging',
      );
      return snapshot !== undefined && new Date(snapshot.taken_at).toISOString() > since && !isFirst;
    };
    if (isYoung(edge.valid_from) || isYoung(way.valid_from)) return false;
    const silent = this.graph.sources.find(({ source_uid: uid }) => uid === resource.source_uid)?.usage?.silent ?? [];
    return KINDS.some((kind) => {
      const word = kind.toLowerCase() as Lowercase<typeof kind>;
      if (silent.includes(kind) || silent.includes(`${kind} ${resource.type}`)) return false;
      if (privileges.length === 0) return edge[`${word}_mode`] > 0;
      return Object.entries(this.graph.sets.get(edge.action_set) ?? {}).some(
        ([name, letters]) => letters.includes(TRAIT_LETTERS[word]) && privileges.some((privilege) => isAction([name, letters], privilege)),
      );
    });
  }
}

function isUseOf({ kind, action }: StoredGraph['usage'][number], privilege: Privilege): boolean {
  if (privilege.kind === 'types') return kind === null || privilege.types.some((type) => KINDS_OF[type]?.includes(kind));
  return (
    privilege.kind === 'actions' && privilege.actions.some((wanted) => textFits(action, wanted) || action === `${wanted.text.split(':')[0] ?? ''}:*`)
  );
}

/** Reports whether an action, with its access levels as letters, belongs to a privilege. */
export function isAction([name, letters]: [string, string], privilege: Privilege): boolean {
  if (privilege.kind === 'actions') return privilege.actions.some((wanted) => textFits(name, wanted));
  return privilege.kind === 'types' && privilege.types.some((type) => letters.includes(TRAIT_LETTERS[type]));
}
