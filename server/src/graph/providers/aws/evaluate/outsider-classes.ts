import type { StatementCompiler } from '../compile/compiled-statement';
import type { Entity } from '../../../engine/model';
import type { AwsAccount } from '../account-model';
import type { HeldStatement } from './access-rule';
import { outsiderContext, outsideRequester, type KnownOrganizations } from './outsider-context';
import { outsideEntity } from './outsiders';
import { NOTHING_AROUND, PrincipalClasses, type PrincipalClass, type Source, type Surroundings } from './principal-classes';
import type { ResourceClass } from './resource-classes';
import type { ResourcePolicy } from './resource-policies';
import type { TrustedPrincipal } from './trust';

/** An external principal that resource policies name, as a class of its own, with those resources. */
export interface OutsiderClass {
  entity: Entity;
  pclass: PrincipalClass;
  resources: ResourceClass[];
}

/** The account data needed to evaluate external principals. */
export interface Outside {
  tenantId: string;
  account: AwsAccount;
  /** Accounts whose principals are known individually. */
  connected: ReadonlySet<string>;
  compiler: StatementCompiler;
  rcps: Surroundings['rcps'];
  organizations: KnownOrganizations;
}

const KINDS: readonly string[] = ['AWS', 'Service'];

/**
 * Returns classes for services, unconnected accounts and the public, as far as resource policies allow them something. The policies of other accounts
 * are unknown. They are assumed to allow what the resource allows.
 */
export function outsiderClasses(resources: Iterable<ResourceClass>, outside: Outside): OutsiderClass[] {
  const found = new Map<string, OutsiderClass>();
  for (const resource of resources) {
    const { policy } = resource;
    if (!policy || policy.isTrust) continue;
    const entities = new Map(
      allowed(policy)
        .flatMap((principal) => outsiders(principal, outside))
        .map((entity) => [entity.uri, entity]),
    );
    for (const entity of entities.values()) {
      const known = found.get(entity.uri) ?? { entity, pclass: classOf(entity, outside), resources: [] };
      found.set(entity.uri, known);
      known.resources.push(resource);
    }
  }
  return [...found.values()];
}

/** Returns the principals that a policy's allow statements name. A statement with NotPrincipal counts as naming everyone. */
function allowed({ statements }: ResourcePolicy): TrustedPrincipal[] {
  return statements.flatMap(({ statement: { effect, principals, notPrincipals } }): TrustedPrincipal[] => {
    if (effect !== 'Allow' || !principals) return [];
    if (notPrincipals) return [{ kind: 'AWS', name: '*' }];
    return Object.entries(principals).flatMap(([kind, names]) =>
      KINDS.includes(kind) ? names.map((name) => ({ kind: kind as TrustedPrincipal['kind'], name })) : [],
    );
  });
}

function outsiders(principal: TrustedPrincipal, { tenantId, account, connected }: Outside): Entity[] {
  const entity = outsideEntity(tenantId, account.accountId, principal);
  return entity && !(entity.type === 'EXT_ACCOUNT' && connected.has(entity.accountId)) ? [entity] : [];
}

/** Returns the class of a principal without known policies. */
function classOf(entity: Entity, { account, compiler, rcps, organizations }: Outside): PrincipalClass {
  const around = { ...NOTHING_AROUND, place: `outside ${account.accountId} ${entity.uri}`, rcps };
  const pclass = new PrincipalClasses(compiler, new Map(), around).classOf({ entity, policies: [], boundary: null, groups: [] });
  const requester = outsideRequester(entity);
  const context = outsiderContext(entity, organizations);
  return { ...pclass, requester, context, statements: requester?.kind === 'account' ? [assumed(compiler)] : [] };
}

/** Returns the class of the public, with an unknown source address. */
export function everybodyClass(outside: Outside): PrincipalClass | null {
  const entity = outsideEntity(outside.tenantId, outside.account.accountId, { kind: 'AWS', name: '*' });
  return entity && classOf(entity, outside);
}

/** Stands for another account's own policies. It refers to no policy that could be shown. */
function assumed(compiler: StatementCompiler): HeldStatement<Source> {
  const statement = compiler.compile(
    {
      index: 0,
      effect: 'Allow',
      actions: ['*'],
      notActions: null,
      resources: ['*'],
      notResources: null,
      principals: null,
      notPrincipals: false,
      condition: {},
    },
    false,
  );
  return { statement, source: { holder_type: '', holder_uri: '', holder_name: '', policy_id: '', policy_name: '', policy_uri: '' } };
}
