import type { AccessKind } from '../../../engine/catalogue/action-kinds';
import { Bitset } from '../../../engine/bitset';
import type { AccessMode } from '../../../engine/grant';
import type { HeldStatement, Limits } from './access-rule';
import type { ActionSets } from '../../../engine/action-sets';
import { AllowedParts } from './allowed-parts';
import type { PolicyCollector } from './applicable-policies';
import { conditionsOn, decidingStatements, effectiveActions, type EffectiveActions } from './effective-access';
import type { AccessRowRecord, GrantRecord } from '../../../engine/graph-rows';
import type { Source } from './principal-classes';
import type { ResourceClass } from './resource-classes';
import type { ResourceProbes } from './resource-probes';

/** Actions that one access row keeps by name. */
const ACTIONS_KEPT = 100;

const KINDS: readonly AccessKind[] = ['READ', 'WRITE', 'ADMIN'];

/** Returns the access of one class of principals to one class of resources; null where there is none. */
export function classAccess(collector: PolicyCollector, resource: ResourceClass, kinds: ResourceProbes, sets: ActionSets): AccessRowRecord | null {
  const { principal } = collector;
  const patterns = resource.policy ? [...principal.patterns, ...resource.policy.patterns] : principal.patterns;
  const probes = kinds.probesOf(resource.example, patterns).filter(({ actions }) => collector.mayAllow(resource, actions));
  if (probes.length === 0) return null;
  const { statements, limits } = collector.collect(
    resource,
    resource.policy && kinds.delegatedActions(resource.example),
    kinds.probedActions(resource.example),
  );
  const room = probes.map(({ actions }) => actions);
  const parts = new AllowedParts(probes);
  const deciding = new Map<HeldStatement<Source>, Deciding>();
  const granting = [...statements, ...grantsOf(limits)];
  const denying = deniesOf(limits);
  for (const probe of probes) {
    const { actions, arn } = probe;
    const { always, conditional } = effectiveActions(statements, limits, actions, arn);
    if (always.isEmpty && conditional.isEmpty) continue;
    parts.add(probe, { always, conditional });
    const given = always.copy().or(conditional);
    for (const held of decidingStatements(granting, actions, arn)) {
      const known = deciding.get(held) ?? { given: Bitset.emptyLikeAll(room), sure: Bitset.emptyLikeAll(room), conditions: [] };
      deciding.set(held, known);
      const conditions = conditionsOn(held, arn) ?? [];
      known.conditions.push(...conditions.filter((words) => !known.conditions.includes(words)));
      if (held.statement.effect !== 'Allow') continue;
      const own = given.copy().and(held.statement.actions);
      known.given.or(own);
      if (conditions.length === 0) known.sure.or(own);
    }
    for (const held of decidingStatements(denying, actions, arn)) {
      const nothing = Bitset.emptyLikeAll(room);
      deciding.set(held, { given: nothing, sure: nothing, conditions: [...(conditionsOn(held, arn) ?? [])] });
    }
  }
  const total = parts.combined();
  if (total.always.isEmpty && total.conditional.isEmpty) return null;
  const all = total.always.copy().or(total.conditional);
  if (parts.areSeveral) leaveOut(deciding, all);
  const actionSet = sets.of(all);
  return {
    pclassId: principal.id,
    classId: resource.id,
    read: modeOf(total, kinds.reads),
    write: modeOf(total, kinds.writes),
    admin: modeOf(total, kinds.admins),
    via: [...deciding].flatMap(([held, found]) => (held.source.policy_id === '' ? [] : [toGrant(held, found, kinds, sets)])),
    actions: actionSet.names.slice(0, ACTIONS_KEPT),
    actionsTotal: actionSet.names.length,
    actionSet,
  };
}

/** A statement's contribution to the access that remains after denies and limits, with its conditions. A deny contributes nothing. */
interface Deciding {
  given: Bitset;
  /** Actions that it gives without conditions on some part of the resource. */
  sure: Bitset;
  conditions: string[];
}

/** Removes actions that another part does not allow, and statements that then contribute nothing. */
function leaveOut(deciding: Map<HeldStatement<Source>, Deciding>, allowed: Bitset): void {
  for (const [held, { given }] of deciding) {
    if (held.statement.effect === 'Allow' && given.and(allowed).isEmpty) deciding.delete(held);
  }
}

/** Returns the resource policy's deciding statements. It omits those that only delegate to the account what identity policies may give anyway. */
function grantsOf({ resource }: Limits<Source>): HeldStatement<Source>[] {
  if (!resource) return [];
  const delegates = resource.relation === 'cross-account' || resource.delegatedActions !== null;
  return resource.statements.filter(({ statement, match }) => statement.effect === 'Deny' || delegates || match.mode !== 'account');
}

function deniesOf({ boundary, scps = [], rcps = [] }: Limits<Source>): HeldStatement<Source>[] {
  return [boundary ?? [], ...scps, ...rcps].flat().filter(({ statement }) => statement.effect === 'Deny');
}

function modeOf({ always, conditional }: EffectiveActions, kind: Bitset): AccessMode {
  if (always.intersects(kind)) return 2;
  return conditional.intersects(kind) ? 1 : 0;
}

function toGrant(
  { statement, source }: HeldStatement<Source>,
  { given, sure, conditions }: Deciding,
  of: ResourceProbes,
  sets: ActionSets,
): GrantRecord {
  const kinds = { READ: of.reads, WRITE: of.writes, ADMIN: of.admins };
  const giving = KINDS.filter((kind) => given.intersects(kinds[kind]));
  return {
    ...source,
    statement_index: statement.index,
    effect: statement.effect,
    kinds: giving,
    conditional_kinds: giving.filter((kind) => !sure.intersects(kinds[kind])),
    actions: sets.of(given),
    conditions: [...conditions],
  };
}
