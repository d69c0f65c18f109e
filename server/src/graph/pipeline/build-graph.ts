import type { Catalogue } from '../engine/catalogue/catalogue';
import { EVALUATORS } from '../providers/evaluators';
import { leastConditionalEdges } from '../engine/least-conditional-edges';
import { sourceLinks } from '../engine/source-links';
import { TenantLinks } from '../engine/tenant-links';
import type { ClassPath } from '../engine/paths';
import type { Entity } from '../engine/model';
import type { SourceFacts } from '../engine/source-facts';
import type { AccessRowRecord } from '../engine/graph-rows';

/** An entity with the profile and the resource class that evaluation found for it. */
export interface EntityRow {
  entity: Entity;
  profileId: string | null;
  classId: string | null;
}

/** The evaluated graph of a tenant with one source, in memory. */
export interface BuiltGraph {
  entities: EntityRow[];
  /** The principal classes of each profile: its identities themselves (no hops) or the roles that they may assume. */
  profileClasses: (ClassPath & { profileId: string })[];
  access: AccessRowRecord[];
}

/** Evaluates and links a single source in memory, as an import does for all sources of a tenant. Pure. */
export function buildGraph(tenantId: string, facts: SourceFacts, catalogue: Catalogue): BuiltGraph {
  const context = { tenantId, catalogue, holders: [], organization: null, accounts: new Map(), organizations: new Map(), federation: [] };
  const { access, classOf, pclassOf, steps, externalPrincipals, attributes } = finished(EVALUATORS[facts.cloudType](facts, context));
  const own = new Map(facts.entities.map((entity) => [entity.nativeId, entity]));
  const links = new TenantLinks();
  const relations = facts.relations.filter(({ kind }) => kind === 'member_of' || kind === 'can_become' || kind === 'runs_as');
  const said = sourceLinks(
    { relations, pclassOf, steps: leastConditionalEdges(steps), externalPrincipals },
    ({ nativeId }) => own.get(nativeId) ?? null,
  );
  const { profiles } = finished(links.replace(new Map([['', said]])));
  const rows = [...facts.entities, ...links.externalPrincipals(new Set())].map((entity): EntityRow => ({
    entity: { ...entity, attributes: { ...entity.attributes, ...attributes.get(entity.uri) } },
    profileId: entity.isIdentity ? (links.profileOf.get(entity.uri) ?? null) : null,
    classId: classOf.get(entity.uri) ?? null,
  }));
  const byId = new Map([...profiles.values()].flatMap((profile) => (profile ? [[profile.profileId, profile.paths()] as const] : [])));
  return {
    entities: rows,
    profileClasses: [...byId].flatMap(([profileId, classPaths]) => classPaths.map((classPath) => ({ profileId, ...classPath }))),
    access,
  };
}

/** Runs a cooperative task to its end at once. */
function finished<R>(work: Generator<number, R>): R {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
