import type { StatementCompiler } from '../compile/compiled-statement';
import type { Entity } from '../../../engine/model';
import type { AwsAccount } from '../account-model';
import type { HeldStatement } from './access-rule';
import { accessConditions } from './access-conditions';
import { PolicyCollector } from './applicable-policies';
import { externalPrincipalContext, type KnownOrganizations } from './external-principal-context';
import { externalEntity } from './external-entity';
import { namesInConditions } from './open-statements';
import { ALLOW_ALL, NO_CONTEXT, PrincipalClasses, type PrincipalClass, type Source, type ClassificationContext } from './principal-classes';
import type { PolicyResource, ResourceClass } from './resource-classes';
import type { ResourcePolicy } from './resource-policies';
import type { TrustedPrincipal } from './trust';

/** An external principal that resource policies name, as a class of its own, with those resources. */
export interface ExternalPrincipalClass {
  entity: Entity;
  pclass: PrincipalClass;
  resources: ResourceClass[];
}

/** The account data needed to evaluate external principals. */
export interface ExternalEvaluationContext {
  tenantId: string;
  account: AwsAccount;
  /** Accounts whose principals are known individually. */
  connected: ReadonlySet<string>;
  compiler: StatementCompiler;
  rcps: ClassificationContext['rcps'];
  organizations: KnownOrganizations;
}

const KINDS: readonly string[] = ['AWS', 'Service'];

/**
 * Returns classes for services, unconnected accounts and the public, as far as resource policies allow them something. The policies of other accounts
 * are unknown. They are assumed to allow what the resource allows.
 */
export function externalPrincipalClasses(resources: Iterable<ResourceClass>, context: ExternalEvaluationContext): ExternalPrincipalClass[] {
  const found = new Map<string, ExternalPrincipalClass>();
  for (const resource of resources) {
    const { policy } = resource;
    if (!policy || policy.isTrust) continue;
    const entities = new Map(
      allowed(policy)
        .flatMap((principal) => externalEntities(principal, context))
        .map((entity) => [entity.uri, entity]),
    );
    for (const entity of entities.values()) {
      const known = found.get(entity.uri) ?? { entity, pclass: classOf(entity, context), resources: [] };
      found.set(entity.uri, known);
      known.resources.push(resource);
    }
  }
  return [...found.values()];
}

/** Returns the principals that a policy's allow statements name. A statement with NotPrincipal counts as naming everyone. */
function allowed({ statements }: ResourcePolicy): TrustedPrincipal[] {
  return statements.flatMap(({ statement: { effect, principals, notPrincipals, tests } }): TrustedPrincipal[] => {
    if (effect !== 'Allow' || !principals) return [];
    const admitted = namesInConditions(tests).map((name): TrustedPrincipal => ({ kind: 'AWS', name }));
    if (notPrincipals) return [{ kind: 'AWS', name: '*' }, ...admitted];
    const ofEveryone = principals.AWS?.includes('*') ? admitted : [];
    return [...ofEveryone, ...namedBy(principals)];
  });
}

function namedBy(principals: Readonly<Record<string, string[]>>): TrustedPrincipal[] {
  return Object.entries(principals).flatMap(([kind, names]) =>
    KINDS.includes(kind) ? names.map((name) => ({ kind: kind as TrustedPrincipal['kind'], name })) : [],
  );
}

function externalEntities(principal: TrustedPrincipal, { tenantId, account, connected }: ExternalEvaluationContext): Entity[] {
  const entity = externalEntity(tenantId, account.accountId, principal);
  return entity && !(entity.type === 'EXT_ACCOUNT' && connected.has(entity.accountId)) ? [entity] : [];
}

/** The classes of each evaluation, because compiling the resource control policies takes longer than all the rest. */
const classesOf = new WeakMap<ExternalEvaluationContext, PrincipalClasses>();

/** Returns the class of a principal without known policies. */
function classOf(entity: Entity, around: ExternalEvaluationContext): PrincipalClass {
  const { account, compiler, rcps, organizations } = around;
  const classes = classesOf.get(around) ?? new PrincipalClasses(compiler, new Map(), { ...NO_CONTEXT, rcps });
  classesOf.set(around, classes);
  const context = externalPrincipalContext(entity, organizations);
  const principal = { entity, policies: [], boundary: null, groups: [] };
  const pclass = classes.classOf(principal, context, `outside ${account.accountId} ${entity.uri}`);
  return { ...pclass, statements: pclass.requester?.kind === 'account' ? [assumedPolicy(compiler)] : [] };
}

/**
 * Returns how the resource control policies of the organization limit an action of an external principal, which everything else allows: the conditions
 * in words, or null where they deny it.
 * @param action number of the action
 * @param resource with what is known of it as a resource class
 */
export function withinControlPolicies(entity: Entity, action: number, resource: PolicyResource, context: ExternalEvaluationContext): string[] | null {
  if (context.rcps.length === 0) return [];
  const { limits } = new PolicyCollector(classOf(entity, context)).collect(resource, null);
  return accessConditions([assumedPolicy(context.compiler)], { boundary: null, rcps: limits.rcps ?? [] }, action, resource.example.nativeId);
}

/** Returns the class of the public, with an unknown source address. */
export function anonymousClass(context: ExternalEvaluationContext): PrincipalClass | null {
  const entity = externalEntity(context.tenantId, context.account.accountId, { kind: 'AWS', name: '*' });
  return entity && classOf(entity, context);
}

/** Returns a statement that stands for another account's own policies. It refers to no policy that could be shown. */
function assumedPolicy(compiler: StatementCompiler): HeldStatement<Source> {
  return {
    statement: compiler.compile(ALLOW_ALL, false),
    source: { holder_type: '', holder_uri: '', holder_name: '', policy_id: '', policy_name: '', policy_uri: '' },
  };
}
