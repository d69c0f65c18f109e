import type { AccessKind } from '../../../engine/catalogue/action-kinds';
import { Bitset } from '../../../engine/bitset';
import type { AccessMode } from '../../../store/tables';
import type { HeldStatement, Limits } from './access-rule';
import type { ActionSets } from '../../../engine/action-sets';
import { AllowedParts } from './allowed-parts';
import type { Asking } from './class-question';
import { conditionsOn, decidingStatements, effectiveActions, type EffectiveActions } from './effective-access';
import type { AccessRowRecord, GrantRecord } from '../../../engine/graph-rows';
import type { Source } from './principal-classes';
import type { ResourceClass } from './resource-classes';
import type { ResourceKinds } from './resource-kinds';

/** Actions of one edge that are kept by name. */
const ACTIONS_KEPT = 100;

const KINDS: readonly AccessKind[] = ['READ', 'WRITE', 'ADMIN'];

/** What one class of principals may do to one class of resources; null where nothing. */
export function classAccess(asking: Asking, resource: ResourceClass, kinds: ResourceKinds, sets: ActionSets): AccessRowRecord | null {
  const { principal } = asking;
  const patterns = resource.policy ? [...principal.patterns, ...resource.policy.patterns] : principal.patterns;
  const probes = kinds.probesOf(resource.example, patterns).filter(({ actions }) => asking.mayReach(resource, actions));
  if (probes.length === 0) return null;
  const { statements, limits } = asking.about(resource, resource.policy && kinds.governedOn(resource.example), kinds.askedOn(resource.example));
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
      const known = deciding.get(held) ?? { given: Bitset.emptyLikeAll(room), conditions: conditionsOn(held, arn) ?? [] };
      deciding.set(held, known);
      if (held.statement.effect === 'Allow') known.given.or(given.copy().and(held.statement.actions));
    }
    for (const held of decidingStatements(denying, actions, arn))
      deciding.set(held, { given: Bitset.emptyLikeAll(room), conditions: conditionsOn(held, arn) ?? [] });
  }
  const total = parts.together();
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

/** What a deciding statement gives of what is left after all denies and limits (nothing: it denies), and under what. */
interface Deciding {
  given: Bitset;
  conditions: readonly string[];
}

/** Of what statements give, what another part does not allow; and those that give nothing then. */
function leaveOut(deciding: Map<HeldStatement<Source>, Deciding>, allowed: Bitset): void {
  for (const [held, { given }] of deciding) {
    if (held.statement.effect === 'Allow' && given.and(allowed).isEmpty) deciding.delete(held);
  }
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

function toGrant({ statement, source }: HeldStatement<Source>, { given, conditions }: Deciding, of: ResourceKinds, sets: ActionSets): GrantRecord {
  const kinds = { READ: of.reads, WRITE: of.writes, ADMIN: of.admins };
  return {
    ...source,
    statement_index: statement.index,
    effect: statement.effect,
    kinds: KINDS.filter((kind) => given.intersects(kinds[kind])),
    actions: sets.of(given),
    conditions: [...conditions],
  };
}
