import type { Catalogue } from '../catalogue/catalogue';
import { StatementCompiler } from '../compile/compiled-statement';
import type { AwsAccount, Entity, Principal } from '../model';
import type { SourceFacts } from '../source-facts';
import { awsAccount } from './aws-account';
import { AssumableRoles, closure, type Assumption } from './become';
import { classAccess } from './class-access';
import type { AccessRowRecord, EntityRow, GraphRows, ProfileClassRow } from './graph-rows';
import { findOutsiders } from './outsiders';
import { PrincipalClasses, type PrincipalClass } from './principal-classes';
import { classifyResources } from './resource-classes';
import { ResourceKinds } from './resource-kinds';
import { stableId } from './stable-id';

/** The whole of `evaluating` at once. */
export function buildGraph(tenantId: string, facts: SourceFacts, catalogue: Catalogue): GraphRows {
  const evaluation = evaluating(tenantId, facts, catalogue);
  for (;;) {
    const step = evaluation.next();
    if (step.done) return step.value;
  }
}

/**
 * Evaluates one account: classes of principals against classes of resources, never pairs. Pure. The cost grows with
 * (principal classes) x (resource classes) x (statements of a class), not with identities or resources. Yields how much is done,
 * 0 to 1, after each class of principals, so that the caller may do something else in between.
 */
export function* evaluating(tenantId: string, facts: SourceFacts, catalogue: Catalogue): Generator<number, GraphRows> {
  const account = awsAccount(facts);
  const compiler = new StatementCompiler(catalogue);
  const kinds = new ResourceKinds(catalogue);
  const groups = new Map(account.principals.filter(({ entity }) => entity.type === 'GROUP').map((group) => [group.entity.uri, group]));
  const classes = new PrincipalClasses(compiler, groups);
  const classOf = new Map<string, PrincipalClass>(account.principals.map((principal) => [principal.entity.uri, classes.classOf(principal)]));
  const resources = classifyResources(account.entities, classes.all, kinds);

  const access: AccessRowRecord[] = [];
  let done = 0;
  for (const principal of classes.all) {
    for (const resource of resources.candidatesOf(principal)) {
      const row = classAccess(principal, resource, kinds, catalogue);
      if (row) access.push(row);
    }
    yield ++done / classes.count;
  }

  const administering = new Set(access.filter(({ admin }) => admin === 2).map(({ pclassId }) => pclassId));
  const direct = directAssumptions(account, classOf, catalogue);
  const next = (role: Entity): readonly Assumption[] => direct.get(role.uri) ?? [];
  const profiles = new Map<string, ProfileClassRow[]>();
  const profileOf = (own: PrincipalClass | null, steps: readonly Assumption[]): string => {
    const ways: Omit<ProfileClassRow, 'profileId'>[] = own ? [{ pclassId: own.id, hops: [], conditional: false }] : [];
    for (const { role, hops } of closure(steps, next)) {
      const pclass = classOf.get(role.uri);
      if (pclass) ways.push({ pclassId: pclass.id, hops, conditional: hops.some(({ conditions }) => conditions.length > 0) });
    }
    const id = stableId('profile', JSON.stringify(ways));
    profiles.set(
      id,
      distinctClasses(ways).map((way) => ({ profileId: id, ...way })),
    );
    return id;
  };

  const rowOf = (entity: Entity, profileId: string | null): EntityRow => ({
    entityId: stableId('entity', account.accountId, entity.uri),
    entity: withFacts(entity, classOf.get(entity.uri), administering),
    profileId,
    classId: resources.classOf.get(entity.uri) ?? null,
  });
  const ownProfiles = new Map<string, string>();
  for (const { entity } of account.principals) {
    ownProfiles.set(entity.uri, profileOf(classOf.get(entity.uri) ?? null, direct.get(entity.uri) ?? []));
    yield 1;
  }
  const entities = account.entities.map((entity) => rowOf(entity, ownProfiles.get(entity.uri) ?? null));
  const outsiders = findOutsiders(tenantId, account).map(({ entity, assumes }) => rowOf(entity, profileOf(null, assumes)));

  return {
    accountId: account.accountId,
    entities: [...entities, ...outsiders],
    profileClasses: [...profiles.values()].flat(),
    access,
    relations: facts.relations,
    policies: facts.policies,
  };
}

function directAssumptions(
  account: AwsAccount,
  classOf: ReadonlyMap<string, PrincipalClass>,
  catalogue: Catalogue,
): Map<string, readonly Assumption[]> {
  const roles = new AssumableRoles(account.trusts, catalogue);
  const direct = new Map<string, readonly Assumption[]>();
  for (const principal of account.principals) {
    const pclass = classOf.get(principal.entity.uri);
    if (pclass && canAct(principal)) direct.set(principal.entity.uri, roles.of(principal, pclass));
  }
  return direct;
}

/** A group signs nothing: its members act. */
function canAct({ entity }: Principal): boolean {
  return entity.type !== 'GROUP';
}

/** A class that is reached by several ways is kept by its shortest one. */
function distinctClasses<W extends { pclassId: string }>(ways: readonly W[]): W[] {
  const byClass = new Map<string, W>();
  for (const way of ways) if (!byClass.has(way.pclassId)) byClass.set(way.pclassId, way);
  return [...byClass.values()];
}

/** Privileged: the identity, as itself, administers something of its account without further conditions. */
function withFacts(entity: Entity, own: PrincipalClass | undefined, administering: ReadonlySet<string>): Entity {
  return own ? { ...entity, attributes: { ...entity.attributes, privileged: administering.has(own.id) } } : entity;
}
