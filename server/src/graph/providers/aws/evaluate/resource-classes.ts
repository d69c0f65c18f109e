import type { ConditionTest } from '../compile/condition-test';
import type { KnownKeys, RequestContext } from '../compile/request-context';
import type { Entity } from '../../../engine/model';
import { networksOf } from '../../../engine/port-reach';
import { PatternIndex } from './pattern-index';
import type { PrincipalClass } from './principal-classes';
import { hasKnownAccessPoints, resourceContext } from './resource-context';
import type { ResourceProbes } from './resource-probes';
import type { ResourcePolicies, ResourcePolicy } from './resource-policies';
import { stableId } from '../../../engine/stable-id';

/** Resources that every policy treats alike. `example` represents them. */
export interface PolicyResource {
  id: string;
  example: Entity;
  policy: ResourcePolicy | null;
  /** S3 blocks other accounts and anonymous requests, because the bucket policy is public. */
  restrictsPublic: boolean;
  context: RequestContext;
}

/** A class of resources of an account, with what tells it from the others. */
export interface ResourceClass extends PolicyResource {
  /** The patterns that cover it or something in it, and how, in order. */
  covering: readonly Coverage[];
  /** Tells everything besides patterns and its policy that decides access to it; null where it is evaluated by itself. */
  basis: string | null;
}

/** A pattern that covers a resource, and in which way: the resource itself, all of its objects, or some of them. */
export interface Coverage {
  pattern: string;
  how: string;
}

export interface ResourceClasses {
  /** Class ids by resource URI. */
  classOf: Map<string, string>;
  all: readonly ResourceClass[];
  /** Returns the resource classes that the allow statements of a class of principals cover. */
  candidatesOf: (principal: PrincipalClass) => ReadonlySet<ResourceClass>;
}

/** Data beyond the principals' policies that distinguishes resources. */
export interface ResourceClassificationContext {
  policies: ResourcePolicies;
  /** Condition keys of the organization. */
  known: KnownKeys;
}

/**
 * Assigns resources to classes by matching patterns, their own policies, and the values of relevant condition keys. Principals of other accounts reach only
 * resources with a policy, so only these are told apart by their patterns and conditions too.
 * @param own the classes of the account's principals
 * @param others the classes of other accounts' principals
 */
export function classifyResources(
  entities: readonly Entity[],
  { own, others }: { own: readonly PrincipalClass[]; others: readonly PrincipalClass[] },
  kinds: ResourceProbes,
  { policies, known }: ResourceClassificationContext,
): ResourceClasses {
  const ofOwn = distinctions(own, []);
  const ofAll = distinctions([...own, ...others], policies.tests());
  const patternsInto = (entity: Entity): string[] =>
    entity.type === 'ACCOUNT_DATA' ? [...ofOwn.patterns].filter((pattern) => kinds.coversInside(entity, pattern)) : [];
  const classes = new Map<string, ResourceClass>();
  const byPattern = new Map<string, ResourceClass[]>();
  const classOf = new Map<string, string>();
  for (const entity of entities) {
    if (!entity.isResource) continue;
    const service = entity.nativeId.split(':')[2] ?? '';
    const policy = policies.of(entity.nativeId);
    const { index, keys } = policy ? ofAll : ofOwn;
    const covering = inOrder(coveringPatterns(entity, index, kinds));
    const restrictsPublic = policy !== null && entity.attributes.restrictpublicbuckets === true && policy.isPublicByPolicy;
    const context = resourceContext(entity, known);
    const values = keys.map((key) => JSON.stringify(context.valuesOf(key)) ?? '');
    // Network exposure has rules of its own.
    const apart = [...(networksOf(entity).length > 0 ? [entity.nativeId] : []), ...(hasKnownAccessPoints(entity) ? ['access points'] : [])];
    const patterns = covering.map(({ pattern, how }) => `${pattern}${how}`);
    // An account has its own class, so patterns inside it make no difference.
    const inside = patternsInto(entity);
    const id = stableId(
      'rclass',
      entity.accountId,
      entity.type,
      service,
      policy?.hash ?? '',
      String(restrictsPublic),
      ...values,
      ...patterns,
      ...apart,
    );
    classOf.set(entity.uri, id);
    if (classes.has(id)) continue;
    const made = {
      id,
      example: entity,
      policy,
      restrictsPublic,
      context,
      covering,
      basis: basisOf(entity, values, kinds),
    };
    classes.set(id, made);
    for (const pattern of new Set([...covering.map(({ pattern }) => pattern), ...inside])) {
      const known = byPattern.get(pattern);
      if (known) known.push(made);
      else byPattern.set(pattern, [made]);
    }
  }
  const all = new Set(classes.values());
  const candidatesOf = ({ statements }: PrincipalClass): ReadonlySet<ResourceClass> => {
    const allows = statements.map(({ statement }) => statement).filter(({ effect }) => effect === 'Allow');
    if (allows.some(({ negated, patterns: own }) => negated || own.includes('*'))) return all;
    return new Set(allows.flatMap(({ patterns: own }) => own.flatMap((pattern) => byPattern.get(pattern) ?? [])));
  };
  return { classOf, all: [...all], candidatesOf };
}

function inOrder(covering: ReadonlyMap<string, string>): Coverage[] {
  return [...covering].map(([pattern, how]) => ({ pattern, how })).sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
}

/**
 * Tells what decides access to a resource besides patterns and its own policy: the tested actions, the values of condition keys, and the actions that its policy
 * must delegate first. An account stands for itself, because patterns distinguish what may be created in it, and so does a bucket with access points.
 */
function basisOf(entity: Entity, values: readonly string[], kinds: ResourceProbes): string | null {
  if (entity.type === 'ACCOUNT_DATA' || hasKnownAccessPoints(entity)) return null;
  const delegated = kinds.delegatedActions(entity)?.key ?? '';
  return [entity.accountId, entity.type, kinds.probedActions(entity).key, delegated, ...values].join('\n');
}

/** The patterns of policies except `*`, and the condition keys that a resource may decide: resources differ for some principals only by these. */
interface Distinctions {
  patterns: ReadonlySet<string>;
  index: PatternIndex;
  keys: readonly string[];
}

/** @param ofPolicies the tests of the resources' own policies */
function distinctions(principals: readonly PrincipalClass[], ofPolicies: readonly ConditionTest[]): Distinctions {
  const patterns = new Set(principals.flatMap((principal) => principal.patterns));
  patterns.delete('*');
  return { patterns, index: new PatternIndex(patterns), keys: resourceConditionKeys(principals, ofPolicies) };
}

function resourceConditionKeys(classes: readonly PrincipalClass[], ofPolicies: readonly ConditionTest[]): string[] {
  const keys = new Set<string>();
  const note = ({ key, variables }: ConditionTest): void => [key, ...variables].forEach((one) => keys.add(one));
  for (const { statements, boundary, scps, rcps } of classes)
    for (const held of [statements, boundary ?? [], ...scps, ...rcps]) for (const { statement } of held) statement.tests.forEach(note);
  ofPolicies.forEach(note);
  return [...keys]
    .filter((key) => /resourcetag\/|:resource(account|orgid|orgpaths)$|^aws:requestedregion$|^lambda:functionurlauthtype$/.test(key))
    .sort();
}

/** Returns the patterns that cover a resource, its objects, or some of them, with a prefix for each case: each grants something different. */
function coveringPatterns(entity: Entity, index: PatternIndex, kinds: ResourceProbes): Map<string, string> {
  const covering = new Map<string, string>();
  const add = (pattern: string, how: string): unknown => covering.set(pattern, `${covering.get(pattern) ?? ''} ${how}`);
  kinds.probesOf(entity, []).forEach(({ arn }, number) => {
    for (const pattern of index.covering(arn)) add(pattern, String(number));
  });
  if (entity.type === 'OBJECT_STORE') for (const pattern of index.coveringObjectsOf(entity.name)) add(pattern, 'inside');
  return covering;
}
