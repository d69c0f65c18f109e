import { toGrantSource, type GrantSource } from '../../../src/graph/engine/grant';
import type { Clause, EntityPattern, Expression, Privilege, Query, Statement } from '../../../src/graph/query/ast';
import { eventFits, eventsOf } from './events';
import { entityFits, textFits, type Entity } from './fits';
import { graphAt, grouped, indexOf, snapshotOfDay, type GraphIndex, type StoredGraph } from './stored-graph';
import { isAction, Uses } from './uses';

type Modes = [read: number, write: number, admin: number];
/** Rows by the URIs of identity and resource; a single entity by its own URI. */
export type Pairs = Map<string, { identity: Entity; resource: Entity | null; modes: Modes }>;

interface Step {
  type: string;
  name: string;
  uri: string;
  conditions: string[];
}

/**
 * Answers a query by looking at every pair of an identity and a resource, every access path and every grant between them. It is slow, and follows the
 * definition of the language; the server's plans are compared with it.
 */
export class ByPairs {
  readonly #graph: StoredGraph;
  readonly #uses: Uses;
  readonly #index: GraphIndex;
  readonly #resourcesOf = new Map<EntityPattern, Map<string, Entity[]>>();
  readonly #edges = new Map<Clause, Map<unknown, boolean>>();

  constructor(
    private readonly all: StoredGraph,
    snapshot: number | null,
    private readonly now: Date,
    /** The URIs of the identities to look at; null: all. */
    private readonly only: ReadonlySet<string> | null = null,
  ) {
    this.#graph = graphAt(all, snapshot);
    this.#uses = new Uses(this.#graph, now);
    this.#index = indexOf(this.#graph);
  }

  rows(expression: Expression): Pairs {
    if (expression.kind === 'statement') return this.#pairs(expression);
    if (expression.kind === 'not') return new Map();
    if (expression.kind === 'or') return merged(expression.parts.map((part) => this.rows(part)));
    const members = this.#members(expression);
    const positive = expression.parts.filter(({ kind }) => kind !== 'not');
    const withAccess = positive.filter(hasAccess);
    const rows = merged((withAccess.length > 0 ? withAccess : positive.slice(0, 1)).map((part) => this.rows(part)));
    return new Map([...rows].filter(([, { identity }]) => members.has(identity.uri)));
  }

  /** Returns the URIs of the entities that an expression matches. */
  #members(expression: Expression): Set<string> {
    if (expression.kind === 'not') throw new Error('a negation alone speaks of nobody');
    if (expression.kind === 'statement') return new Set([...this.#pairs(expression).values()].map(({ identity }) => identity.uri));
    if (expression.kind === 'or') return new Set(expression.parts.flatMap((part) => [...this.#members(part)]));
    const sets = expression.parts.map((part) => (part.kind === 'not' ? { without: this.#members(part.part) } : { within: this.#members(part) }));
    const allUris = this.#graph.entities.map(({ uri }) => uri);
    return new Set(allUris.filter((uri) => sets.every((set) => (set.within ? set.within.has(uri) : !set.without.has(uri)))));
  }

  #pairs(statement: Statement): Pairs {
    const { subjects, verb, clauses } = statement;
    const isAny = subjects.some(({ types }) => types === null);
    const found: Pairs = new Map();
    for (const identity of this.#graph.entities) {
      if ((this.only && !this.only.has(identity.uri)) || ((verb || isAny) && !identity.is_identity)) continue;
      if (
        !subjects.some(
          (subject) => entityFits(identity, subject, this.#graph) || (verb?.kind === 'access' && this.#standsForUsers(identity, subject)),
        )
      )
        continue;
      if (verb?.kind === 'access') {
        if (!this.#holdsEach(identity, verb.object, clauses)) continue;
        for (const [uri, { resource, modes }] of this.#reached(identity, verb.object, clauses))
          found.set(`${identity.uri} ${uri}`, { identity, resource, modes });
      } else if (verb?.kind === 'usage' ? this.#wasActive(statement, identity) : this.#holdsByItself(identity, clauses)) {
        found.set(identity.uri, { identity, resource: null, modes: [0, 0, 0] });
      }
    }
    return found;
  }

  /** An external account stands for its unlisted users where a query names its id. */
  #standsForUsers(identity: Entity, { types, names, filters }: EntityPattern): boolean {
    if (identity.type !== 'EXT_ACCOUNT' || !types?.includes('user') || names.length > 0) return false;
    const named = filters.filter(
      ({ negated, anyOf }) => !negated && anyOf.every((all) => all.some((one) => one.attribute === 'accountid' && one.operator === '=')),
    );
    return named.length > 0 && entityFits(identity, { types: ['ext_account'], names, filters }, this.#graph);
  }

  /** Returns the events that an expression matches, and the URIs of their identities. */
  events(statement: Statement): string[] {
    const fitting = this.#graph.entities.filter(
      (identity) => identity.is_identity && statement.subjects.some((subject) => entityFits(identity, subject, this.#graph)),
    );
    return fitting.flatMap((identity) =>
      eventsOf(this.#graph, identity)
        .filter((event) => eventFits(statement, identity, event, this.#graph, this.now))
        .map(({ at, event_id: id, action }) => `${at} ${id} ${action}`),
    );
  }

  #wasActive(statement: Statement, identity: Entity): boolean {
    const did = eventsOf(this.#graph, identity).some((event) => eventFits(statement, identity, event, this.#graph, this.now));
    if (statement.verb?.kind !== 'usage' || !statement.verb.test.never) return did;
    const { object } = statement.verb;
    const isOfAnything = statement.clauses.length === 0 && (!object || (object.types ?? object.names[0] ?? object.filters[0]) === undefined);
    const names = [identity.native_id, typeof identity.attributes.email === 'string' ? identity.attributes.email.toLowerCase() : null];
    if (isOfAnything && names.some((name) => name !== null && this.#index.usageByIdentity.has(name))) return false;
    return !did && this.all.sources.some(({ source_uid: uid, usage }) => uid === identity.source_uid && usage !== null);
  }

  #holdsByItself(identity: Entity, clauses: readonly Clause[]): boolean {
    const any: EntityPattern = { types: null, names: [], filters: [] };
    const places = clauses.filter(({ kind }) => kind === 'role' || kind === 'scope');
    const reaches = (some: readonly Clause[]): boolean => this.#reached(identity, any, some).size > 0;
    const roles = places.flatMap((clause) => (clause.kind === 'role' && !clause.negated ? [clause.names] : []));
    const assumes =
      roles.length > 0 &&
      roles.length === places.length &&
      this.#pathsOf(identity).some(({ hops }) =>
        roles.every((names) => hops.at(-1)?.type === 'ROLE' && names.some((name) => textFits(hops.at(-1)?.name ?? '', name))),
      );
    const isHeld = places.some((clause) => 'negated' in clause && !clause.negated)
      ? assumes || reaches(places)
      : places.every((clause) => !this.#holdsByItself(identity, [{ ...clause, negated: false } as Clause]));
    return (
      isHeld && clauses.filter((clause) => !places.includes(clause)).every((clause) => this.#holdsEach(identity, any, [clause]) && reaches([clause]))
    );
  }

  /** An identity holds each of the privileges joined by `and`, possibly on different resources. */
  #holdsEach(identity: Entity, object: EntityPattern, clauses: readonly Clause[]): boolean {
    return clauses.every((clause) => {
      if (clause.kind !== 'for' || clause.negated || clause.anyOf.every((all) => all.length < 2)) return true;
      const others = clauses.filter((other) => other !== clause);
      const holds = (privilege: Privilege): boolean =>
        this.#reached(identity, object, [...others, { kind: 'for', negated: false, anyOf: [[privilege]] }]).size > 0;
      return clause.anyOf.some((all) => all.every(holds));
    });
  }

  #pathsOf({ profile_id: profile }: Entity): StoredGraph['paths'] {
    return this.#index.pathsByProfile.get(profile ?? '') ?? [];
  }

  #reached(identity: Entity, object: EntityPattern, clauses: readonly Clause[]): Map<string, { resource: Entity; modes: Modes }> {
    const found = new Map<string, { resource: Entity; modes: Modes }>();
    const resources = this.#resources(object);
    for (const way of this.#pathsOf(identity)) {
      for (const edge of this.#index.accessByPrincipalClass.get(way.pclass_id) ?? []) {
        if (!resources.has(edge.class_id) || !clauses.every((clause) => this.#edgeFits(clause, edge))) continue;
        const granted = this.#grants(way, edge, clauses);
        if (granted === null) continue;
        for (const resource of resources.get(edge.class_id) ?? []) {
          if (!clauses.every((clause) => this.#pairFits(clause, identity, resource, { way, edge }, clauses))) continue;
          const modes = (['read', 'write', 'admin'] as const).map((kind, index) => {
            const own = Math.min(edge[`${kind}_mode`], granted[index] ?? 0);
            return way.conditional ? Math.min(own, 1) : own;
          });
          const known = found.get(resource.uri)?.modes ?? [0, 0, 0];
          found.set(resource.uri, { resource, modes: modes.map((mode, index) => Math.max(mode, known[index] ?? 0)) as Modes });
        }
      }
    }
    return found;
  }

  #resources(object: EntityPattern): Map<string, Entity[]> {
    const fitting = (): Entity[] => this.#graph.entities.filter((entity) => entity.is_resource && entityFits(entity, object, this.#graph));
    const known = this.#resourcesOf.get(object) ?? grouped(fitting(), ({ class_id: id }) => id ?? '');
    this.#resourcesOf.set(object, known);
    return known;
  }

  /** Returns the result for every pair that has the edge. */
  #edgeFits(clause: Clause, edge: StoredGraph['access'][number]): boolean {
    const known = this.#edges.get(clause) ?? new Map<unknown, boolean>();
    this.#edges.set(clause, known);
    const fits = known.get(edge) ?? this.#edgeGives(clause, edge);
    known.set(edge, fits);
    return fits;
  }

  #edgeGives(clause: Clause, edge: StoredGraph['access'][number]): boolean {
    if (clause.kind !== 'for') return true;
    const privileges = clause.anyOf.flat().filter(({ kind }) => kind !== 'accounts');
    const accounts = clause.anyOf.flat().filter(({ kind }) => kind === 'accounts');
    if (privileges.length === 0) return true;
    const actions = Object.entries(this.#graph.sets.get(edge.action_set) ?? {});
    if (clause.negated) {
      const modes = Object.entries({ read: edge.read_mode, write: edge.write_mode, admin: edge.admin_mode });
      const types = privileges.flatMap((privilege) => (privilege.kind === 'types' ? privilege.types : []));
      const isPlain = privileges.every(({ kind }) => kind === 'types') && types.every((type) => ['read', 'write', 'admin'].includes(type));
      if (isPlain) return modes.some(([kind, mode]) => mode > 0 && !types.some((type) => type === kind));
      return actions.some((action) => !privileges.some((privilege) => isAction(action, privilege)));
    }
    const gives = privileges.some((privilege) => {
      const types = privilege.kind === 'types' ? privilege.types : [];
      const byMode = types.some((type) => (type === 'read' || type === 'write' || type === 'admin') && edge[`${type}_mode`] > 0);
      return byMode || actions.some((action) => isAction(action, privilege));
    });
    return gives || accounts.length > 0;
  }

  #pairFits(
    clause: Clause,
    identity: Entity,
    resource: Entity,
    on: { way: StoredGraph['paths'][number]; edge: StoredGraph['access'][number] },
    clauses: readonly Clause[],
  ): boolean {
    if (clause.kind === 'usage') return this.#uses.fits(clause.test, identity, resource, on, clauses);
    if (clause.kind !== 'for') return true;
    const relations = clause.anyOf.flat().flatMap((privilege) => (privilege.kind === 'accounts' ? privilege.relations : []));
    if (relations.length === 0 || (!clause.negated && clause.anyOf.flat().some(({ kind }) => kind !== 'accounts'))) return true;
    const isPublic = identity.type === 'PUBLIC_NODE';
    const isKnown = this.all.accounts.some(({ account_id: id }) => id === identity.account_id);
    const isSame = identity.account_id === resource.account_id;
    const fits = relations.some((relation) =>
      relation === 'public' ? isPublic : !isPublic && { same: isSame, cross: !isSame, known: isKnown, unknown: !isKnown }[relation],
    );
    return clause.negated ? !fits : fits;
  }

  /** Returns what the matching grants give of each mode, 2 where the query asks for none; null if no grant matches. */
  #grants({ hops }: StoredGraph['paths'][number], edge: StoredGraph['access'][number], clauses: readonly Clause[]): Modes | null {
    if (!clauses.some(({ kind }) => kind === 'via' || kind === 'role' || kind === 'scope')) return [2, 2, 2];
    const fitting = edge.via
      .map(toGrantSource)
      .filter((grant) => grant.effect === 'Allow' && grant.kinds.length > 0 && this.#grantFits(grant, hops, edge.source_uid, clauses));
    const requestedPrivileges = clauses
      .flatMap((clause) => (clause.kind === 'for' && !clause.negated ? clause.anyOf.flat() : []))
      .filter(({ kind }) => kind !== 'accounts');
    const gives = (grant: GrantSource): boolean =>
      requestedPrivileges.length === 0 ||
      requestedPrivileges.some((privilege) => {
        const kinds = privilege.kind === 'types' ? privilege.types.map((type) => type.toUpperCase()) : [];
        return (
          grant.kinds.some((kind) => kinds.includes(kind)) ||
          Object.entries(this.#graph.sets.get(grant.actions) ?? {}).some((action) => isAction(action, privilege))
        );
      });
    if (!fitting.some(gives)) return null;
    return (['READ', 'WRITE', 'ADMIN'] as const).map((kind) =>
      Math.max(0, ...fitting.filter(({ kinds }) => kinds.includes(kind)).map((grant) => (grant.conditional_kinds.includes(kind) ? 1 : 2))),
    ) as Modes;
  }

  #grantFits(grant: GrantSource, hops: readonly Step[], source: string, clauses: readonly Clause[]): boolean {
    const policy = (this.#index.policiesById.get(grant.policy_id) ?? []).filter(({ source_uid: uid }) => uid === source);
    const isRole = policy.some(({ kind }) => ['azure_role_assignment', 'gcp_binding', 'admin_role'].includes(kind));
    const own = { name: grant.policy_name, uri: grant.policy_uri, conditions: grant.conditions };
    const group = { type: grant.holder_type, name: grant.holder_name, uri: grant.holder_uri, conditions: [] };
    const steps: Step[] = [
      ...hops,
      ...(['GROUP', 'FEDERATED_GROUP'].includes(grant.holder_type) ? [group] : []),
      ...(isRole ? [{ ...own, type: 'ROLE' }] : []),
      { ...own, type: 'POLICY' },
    ];
    const vias = clauses.flatMap((clause) => (clause.kind === 'via' ? [clause] : []));
    let place = 0;
    for (const { entity } of vias.filter(({ negated }) => !negated)) {
      const at = steps.findIndex((step, index) => index >= place && this.#stepFits(step, entity));
      if (at < 0) return false;
      place = at + 1;
    }
    if (vias.some(({ negated, entity }) => negated && steps.some((step) => this.#stepFits(step, entity)))) return false;
    return clauses.every((clause) => {
      if (clause.kind === 'role') {
        const last = hops.at(-1);
        const names = [...(last?.type === 'ROLE' ? [last.name] : []), ...(isRole ? [grant.policy_name] : [])];
        return names.some((name) => clause.names.some((wanted) => textFits(name, wanted))) !== clause.negated;
      }
      if (clause.kind !== 'scope') return true;
      const places = policy.flatMap(({ kind, holder_id: holder, account_id: account }) => {
        const id = ['azure_role_assignment', 'gcp_binding', 'resource'].includes(kind) ? holder : account;
        const named = (this.#index.entitiesById.get(id) ?? []).map(({ name }) => name);
        return [id, ...named, ...this.all.accounts.filter(({ account_id: own_ }) => own_ === id).map(({ account_name: name }) => name)];
      });
      return places.some((name) => clause.names.some((wanted) => textFits(name, wanted))) !== clause.negated;
    });
  }

  #stepFits(step: Step, { types, names, filters }: EntityPattern): boolean {
    if (types && !types.some((type) => type.toUpperCase() === step.type)) return false;
    if (names.length > 0 && !names.some((name) => textFits(step.name, name))) return false;
    const entities = this.#index.entitiesByUri.get(step.uri) ?? [];
    return filters.every((filter) => {
      const conditions = filter.anyOf.flat().filter(({ attribute }) => attribute === 'condition');
      if (conditions.length === 0) return entities.some((entity) => entityFits(entity, { types: null, names: [], filters: [filter] }, this.#graph));
      const fits = filter.anyOf.some((all) =>
        all.every(({ values }) =>
          values.some(({ text }) => step.conditions.some((words) => text === '*' || words.toLowerCase().includes(text.toLowerCase()))),
        ),
      );
      return fits !== filter.negated;
    });
  }
}

function hasAccess(expression: Expression): boolean {
  if (expression.kind === 'statement') return expression.verb?.kind === 'access';
  return expression.kind !== 'not' && expression.parts.some(hasAccess);
}

function merged(parts: readonly Pairs[]): Pairs {
  const all: Pairs = new Map();
  for (const part of parts) {
    for (const [key, pair] of part) {
      const known = all.get(key);
      all.set(key, known ? { ...pair, modes: pair.modes.map((mode, index) => Math.max(mode, known.modes[index] ?? 0)) as Modes } : pair);
    }
  }
  return all;
}

/** Returns a sorted answer as words: identity, resource, actions and change. @param only the identities to include; null for all */
export function answerByPairs(
  graph: StoredGraph,
  { expression, asOf, changedSince }: Query,
  now: Date,
  only: ReadonlySet<string> | null = null,
): string[] {
  const endOf = (day: string | null): Date => (day === null ? now : new Date(`${day}T23:59:59.999Z`));
  const current = new ByPairs(graph, asOf === null ? null : snapshotOfDay(graph, asOf), endOf(asOf), only).rows(expression);
  if (changedSince === null) return [...current].map(([key, { modes }]) => `${key} ${actionsWord(modes)}`.trim()).sort();
  const before = new ByPairs(graph, snapshotOfDay(graph, changedSince), endOf(changedSince), only).rows(expression);
  const changed = [...new Set([...current.keys(), ...before.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), current.get(key)];
    if (was && is) return String(was.modes) === String(is.modes) ? [] : [`${key} ${actionsWord(is.modes)} CHANGED ${actionsWord(was.modes)}`];
    return [`${key} ${actionsWord((is ?? was)?.modes ?? [0, 0, 0])} ${is ? 'ADDED' : 'DELETED'}`];
  });
  return changed.sort();
}

/** Returns the letters of "RWA", and the conditional ones of them. */
function actionsWord(modes: readonly number[]): string {
  if (modes.every((mode) => mode === 0)) return '';
  const letters = (test: (mode: number) => boolean): string =>
    ['R', 'W', 'A'].map((letter, index) => (test(modes[index] ?? 0) ? letter : '-')).join('');
  return `${letters((mode) => mode > 0)}/${letters((mode) => mode === 1)}`;
}
