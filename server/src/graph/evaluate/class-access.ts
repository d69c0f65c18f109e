import type { AccessKind } from '../catalogue/action-kinds';
import type { Catalogue } from '../catalogue/catalogue';
import { Bitset } from '../compile/bitset';
import type { AccessMode, GrantSource } from '../tables';
import { decidingStatements, effectiveActions, type EffectiveActions, type HeldStatement } from './effective-access';
import type { AccessRowRecord } from './graph-rows';
import type { PrincipalClass, Source } from './principal-classes';
import type { ResourceClass } from './resource-classes';
import type { ResourceKinds } from './resource-kinds';

/** Actions of one edge that are kept by name. */
const ACTIONS_KEPT = 100;

const KINDS: readonly AccessKind[] = ['READ', 'WRITE', 'ADMIN'];

/** What one class of principals may do to one class of resources; null where nothing. */
export function classAccess(principal: PrincipalClass, resource: ResourceClass, kinds: ResourceKinds, catalogue: Catalogue): AccessRowRecord | null {
  const probes = kinds.probesOf(resource.example, principal.patterns);
  const room = probes.map(({ actions }) => actions);
  const total: EffectiveActions = { always: Bitset.emptyLikeAll(room), conditional: Bitset.emptyLikeAll(room) };
  const deciding = new Map<HeldStatement<Source>, Set<AccessKind>>();
  for (const { actions, arn } of probes) {
    const { always, conditional } = effectiveActions(principal.statements, principal, actions, arn);
    if (always.isEmpty && conditional.isEmpty) continue;
    const given = always.copy().or(conditional);
    for (const held of decidingStatements(principal.statements, actions, arn)) {
      const known = deciding.get(held) ?? new Set();
      deciding.set(held, known);
      for (const kind of kindsGiven(held, given, kinds)) known.add(kind);
    }
    for (const held of decidingStatements(principal.boundary ?? [], actions, arn)) {
      if (held.statement.effect === 'Deny') deciding.set(held, new Set());
    }
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
    via: [...deciding].map(([held, given]) => toGrantSource(held, given)),
    actions: names.slice(0, ACTIONS_KEPT),
    actionsTotal: names.length,
  };
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

function toGrantSource({ statement, source }: HeldStatement<Source>, given: ReadonlySet<AccessKind>): GrantSource {
  const kinds = KINDS.filter((kind) => given.has(kind));
  return { ...source, statement_index: statement.index, effect: statement.effect, kinds, conditions: [...statement.conditions] };
}
