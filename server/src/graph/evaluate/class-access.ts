import type { AccessKind } from '../catalogue/action-kinds';
import type { Catalogue } from '../catalogue/catalogue';
import { Bitset } from '../compile/bitset';
import type { AccessMode, GrantSource } from '../tables';
import type { HeldStatement, Limits } from './access-rule';
import type { Asking } from './class-question';
import { conditionsOn, decidingStatements, effectiveActions, type EffectiveActions } from './effective-access';
import type { AccessRowRecord } from './graph-rows';
import type { Source } from './principal-classes';
import type { ResourceClass } from './resource-classes';
import type { ResourceKinds } from './resource-kinds';

/** Actions of one edge that are kept by name. */
const ACTIONS_KEPT = 100;

const KINDS: readonly AccessKind[] = ['READ', 'WRITE', 'ADMIN'];

/** What one class of principals may do to one class of resources; null where nothing. */
export function classAccess(asking: Asking, resource: ResourceClass, kinds: ResourceKinds, catalogue: Catalogue): AccessRowRecord | null {
  const { principal } = asking;
  const patterns = resource.policy ? [...principal.patterns, ...resource.policy.patterns] : principal.patterns;
  const probes = kinds.probesOf(resource.example, patterns).filter(({ actions }) => asking.mayReach(resource, actions));
  if (probes.length === 0) return null;
  const { statements, limits } = asking.about(resource, resource.policy && kinds.governedOn(resource.example));
  const room = probes.map(({ actions }) => actions);
  const total: EffectiveActions = { always: Bitset.emptyLikeAll(room), conditional: Bitset.emptyLikeAll(room) };
  const deciding = new Map<HeldStatement<Source>, Deciding>();
  const granting = [...statements, ...grantsOf(limits)];
  const denying = deniesOf(limits);
  for (const { actions, arn } of probes) {
    const { always, conditional } = effectiveActions(statements, limits, actions, arn);
    if (always.isEmpty && conditional.isEmpty) continue;
    const given = always.copy().or(conditional);
    for (const held of decidingStatements(granting, actions, arn)) {
      const known = deciding.get(held) ?? { kinds: new Set(), conditions: conditionsOn(held, arn) ?? [] };
      deciding.set(held, known);
      for (const kind of kindsGiven(held, given, kinds)) known.kinds.add(kind);
    }
    for (const held of decidingStatements(denying, actions, arn)) deciding.set(held, { kinds: new Set(), conditions: conditionsOn(held, arn) ?? [] });
    total.always.or(always);
    total.conditional.or(conditional);
  }
  total.conditional.andNot(total.always);
  if (total.always.isEmpty && total.conditional.isEmpty) return null;
  const all = total.always.copy().or(total.conditional);
  const names = [...all].map((index) => catalogue.actions[index]?.id ?? '');
  return {
    pclassId: principal.id,
    classId: resource.id,
    read: modeOf(total, kinds.reads),
    write: modeOf(total, kinds.writes),
    admin: modeOf(total, kinds.admins),
    via: [...deciding].flatMap(([held, found]) => (held.source.policy_id === '' ? [] : [toGrantSource(held, found)])),
    actions: names.slice(0, ACTIONS_KEPT),
    actionsTotal: names.length,
  };
}

/** What a deciding statement gives, and under what. */
interface Deciding {
  kinds: Set<AccessKind>;
  conditions: readonly string[];
}

/** Statements of the resource's policy that decide: not those that only hand to the account what its policies may give anyway. */
function grantsOf({ resource }: Limits<Source>): HeldStatement<Source>[] {
  if (!resource) return [];
  const delegates = resource.relation === 'cross-account' || resource.governed !== null;
  return resource.statements.filter(({ statement, match }) => statement.effect === 'Deny' || delegates || match.mode !== 'account');
}

function deniesOf({ boundary, scps = [], rcps = [] }: Limits<Source>): HeldStatement<Source>[] {
  return [boundary ?? [], ...scps, ...rcps].flat().filter(({ statement }) => statement.effect === 'Deny');
}

function modeOf({ always, conditional }: EffectiveActions, kind: Bitset): AccessMode {
  if (always.intersects(kind)) return 2;
  return conditional.intersects(kind) ? 1 : 0;
}

/** What an allow gives of what is left after all denies and limits. */
function kindsGiven({ statement }: HeldStatement<Source>, given: Bitset, kinds: ResourceKinds): AccessKind[] {
  if (statement.effect === 'Deny') return [];
  const own = given.copy().and(statement.actions);
  return KINDS.filter((kind) => own.intersects({ READ: kinds.reads, WRITE: kinds.writes, ADMIN: kinds.admins }[kind]));
}

function toGrantSource({ statement, source }: HeldStatement<Source>, { kinds, conditions }: Deciding): GrantSource {
  return {
    ...source,
    statement_index: statement.index,
    effect: statement.effect,
    kinds: KINDS.filter((kind) => kinds.has(kind)),
    conditions: [...conditions],
  };
}
