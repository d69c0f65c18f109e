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
    const { entitiesByUri, usageByIdentity } = indexOf(this.graph);
    const acting = entitiesByUri.get(actingUri) ?? [];
    const names = new Set(
      acting.flatMap(({ native_id: id, attributes }) => [id, typeof attributes.email === 'string' ? attributes.email.toLowerCase() : id]),
    );
    if (['GROUP', 'FEDERATED_GROUP'].includes(identity.type) && way.hops.length === 0)
      for (const { kind, parent_id: parent, child_id: child } of this.graph.edges)
        if (kind === 'member_of' && parent === identity.native_id) names.add(child);
    const uses = [...names]
      .flatMap((name) => usageByIdentity.get(name) ?? [])
      .filter((use) => Number(use.count) > 0 && (privileges.length === 0 || privileges.some((privilege) => isUseOf(use, privilege))));
    const onIt = uses.filter(({ resource_id: id, action, of_account: isOfAccount, source_uid: source }) => {
      if (resource.type === 'ACCOUNT_DATA' && isOfAccount && source === resource.source_uid) return true;
      if (id !== '') return id === resource.native_id;
      return action.endsWith(':*') && resource.cloud_type === 'AWS' && action.split(':')[0] === resource.native_id.split(':')[2];
    });
    const within = (days: number | null): boolean => onIt.some(({ last_at: at }) => days === null || at > this.#since(days));
    if (lessThan !== null && !within(lessThan)) return false;
    if (!never && moreThan === null) return true;
    return !within(moreThan) && this.#couldBeKnown(moreThan ?? 0, identity, resource, { way, edge }, privileges);
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
