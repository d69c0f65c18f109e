import type { Clause, UsageTest } from '../../../src/query/ast';
import { textFits, type Entity } from './fits';
import type { StoredGraph } from './stored-graph';

const DAY = 24 * 60 * 60 * 1000;
const KINDS = ['READ', 'WRITE', 'ADMIN'] as const;

const KINDS_OF: Record<string, readonly string[]> = {
  read: ['READ'], list: ['READ'], write: ['WRITE'], tagging: ['WRITE'], admin: ['ADMIN'], permissions: ['ADMIN'], sensitive: KINDS,
}; // prettier-ignore

/** Whether access was used, by every row of use. */
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
    { way, edge }: { way: StoredGraph['ways'][number]; edge: StoredGraph['access'][number] },
    clauses: readonly Clause[],
  ): boolean {
    const privileges = clauses.flatMap((clause) => (clause.kind === 'for' && !clause.negated ? clause.anyOf.flat() : []));
    const asked = privileges.flatMap((privilege) => (privilege.kind === 'types' ? privilege.types.flatMap((type) => KINDS_OF[type] ?? []) : []));
    const kinds = asked.length === 0 ? KINDS : KINDS.filter((kind) => asked.includes(kind));
    const actions = asked.length > 0 ? [] : privileges.flatMap((privilege) => (privilege.kind === 'actions' ? privilege.actions : []));
    const actingUri = way.hops.at(-1)?.uri ?? identity.uri;
    const acting = this.graph.entities.filter(({ uri }) => uri === actingUri);
    const names = new Set(
      acting.flatMap(({ native_id: id, attributes }) => [id, typeof attributes.email === 'string' ? attributes.email.toLowerCase() : id]),
    );
    if (['GROUP', 'FEDERATED_GROUP'].includes(identity.type) && way.hops.length === 0)
      for (const { kind, parent_id: parent, child_id: child } of this.graph.edges)
        if (kind === 'member_of' && parent === identity.native_id) names.add(child);
    const uses = this.graph.usage.filter(
      ({ identity_id: by, count, kind, action }) =>
        names.has(by) && Number(count) > 0 && (kind === null || kinds.some((one) => one === kind)) &&
        (actions.length === 0 || actions.some((wanted) => textFits(action, wanted) || action === `${wanted.text.split(':')[0] ?? ''}:*`)),
    ); // prettier-ignore
    const onIt = uses.filter(({ resource_id: id, action, kind, source_uid: source }) => {
      if (id !== '') return id === resource.native_id;
      if (resource.type === 'ACCOUNT_DATA' && kind !== null && source === resource.source_uid) return true;
      return action.endsWith(':*') && resource.cloud_type === 'AWS' && action.split(':')[0] === resource.native_id.split(':')[2];
    });
    const within = (days: number | null): boolean => onIt.some(({ last_at: at }) => days === null || at > this.#since(days));
    if (lessThan !== null && !within(lessThan)) return false;
    if (!never && moreThan === null) return true;
    return !within(moreThan) && this.#couldBeKnown(moreThan ?? 0, identity, resource, { way, edge }, kinds);
  }

  #couldBeKnown(
    days: number,
    identity: Entity,
    resource: Entity,
    { way, edge }: { way: StoredGraph['ways'][number]; edge: StoredGraph['access'][number] },
    kinds: readonly (typeof KINDS)[number][],
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
    return kinds.some(
      (kind) =>
        edge[`${kind.toLowerCase() as 'read' | 'write' | 'admin'}_mode`] > 0 &&
        !silent.includes(kind) &&
        !silent.includes(`${kind} ${resource.type}`),
    );
  }
}
