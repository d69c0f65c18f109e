import type { CompiledStatement, StatementCompiler } from '../compile/compiled-statement';
import { holds, type ConditionTest } from '../compile/condition-test';
import type { KnownKeys, RequestContext } from '../compile/request-context';
import { reduceStatement } from '../compile/reduce-statement';
import type { Entity } from '../../../engine/model';
import type { Principal, Attachment } from '../account-model';
import type { GrantSource } from '../../../engine/grant';
import type { PolicyStatement } from '../compile/policy-document';
import type { HeldStatement } from './access-rule';
import { actionsUnderRcps } from './control-policy-services';
import { principalContext, requesterOf } from './principal-context';
import { isServiceLinked, type Requester } from './requester';
import { stableId } from '../../../engine/stable-id';

/** The origin of a deciding statement: its policy, and the group that gives it (empty for the principal itself). */
export type Source = Pick<GrantSource, 'holder_type' | 'holder_uri' | 'holder_name' | 'policy_id' | 'policy_name' | 'policy_uri'>;

/**
 * Principals for which all policies give the same result, evaluated once. Each role has its own class, so that access through a role remains
 * attributable to it.
 */
export interface PrincipalClass {
  id: string;
  /** Statements of identity policies that can apply to the principals of the class. */
  statements: readonly HeldStatement<Source>[];
  boundary: readonly HeldStatement<Source>[] | null;
  scps: readonly (readonly HeldStatement<Source>[])[];
  rcps: readonly (readonly HeldStatement<Source>[])[];
  /** All resource patterns of these statements. */
  patterns: readonly string[];
  /** The requester that represents the class; null where it is unknown. */
  requester: Requester | null;
  /** A group signs no requests: resource policies give access to its members instead. */
  isGroup: boolean;
  context: RequestContext;
}

/** Data beyond a principal's own policies that distinguishes principals of an account. */
export interface ClassificationContext {
  /** Separates the classes of one account's evaluation from another's for the same principals. */
  place: string;
  scps: readonly (readonly Attachment[])[];
  rcps: readonly (readonly Attachment[])[];
  /** Condition keys of the account. */
  known: KnownKeys;
  /** Tests of the resource policies. */
  tests: readonly ConditionTest[];
  /** ARNs that resource policies name. */
  names: ReadonlySet<string>;
}

/** The context of a principal that is evaluated by itself. */
export const NO_CONTEXT: ClassificationContext = { place: '', scps: [], rcps: [], known: {}, tests: [], names: new Set() };

/** The statement that allows everything. */
export const ALLOW_ALL: PolicyStatement = {
  index: 0,
  effect: 'Allow',
  actions: ['*'],
  notActions: null,
  resources: ['*'],
  notResources: null,
  principals: null,
  notPrincipals: false,
  condition: {},
};

/** A statement with a text that identifies it and its policy. */
type KeyedStatement = HeldStatement<Source> & { key: string };

/** Assigns principals to classes by the result of all policies that concern them. */
export class PrincipalClasses {
  readonly #byId = new Map<string, PrincipalClass>();
  readonly #scps: KeyedStatement[][];
  readonly #rcps: KeyedStatement[][];

  constructor(
    private readonly compiler: StatementCompiler,
    private readonly groups: ReadonlyMap<string, Principal>,
    private readonly context: ClassificationContext = NO_CONTEXT,
  ) {
    this.#scps = context.scps.map((level) => level.flatMap((policy) => this.#statements(policy, holderOf('SCP'))));
    this.#rcps = context.rcps.map((level) => this.#withinRcps(level.flatMap((policy) => this.#statements(policy, holderOf('RCP')))));
  }

  /** Limits a level of resource control policies to the services that support them. The level allows all other actions. */
  #withinRcps(level: readonly KeyedStatement[]): KeyedStatement[] {
    const { limited, others: unlimited } = actionsUnderRcps(this.compiler.catalogue);
    const within = level.map(({ statement, ...held }) => ({
      ...held,
      statement: { ...statement, actions: limited.copy().and(statement.actions) },
    }));
    const others: KeyedStatement = {
      statement: { ...this.compiler.compile(ALLOW_ALL, false), actions: unlimited },
      source: { ...holderOf('RCP'), policy_id: '', policy_name: '', policy_uri: '' },
      key: 'RCP others',
    };
    return [...within, others];
  }

  get all(): Iterable<PrincipalClass> {
    return this.#byId.values();
  }

  get count(): number {
    return this.#byId.size;
  }

  /**
   * @param given the request keys that the principal decides; left out: those that follow from its entity
   * @param place separates classes of equal policies within the context's place
   */
  classOf(principal: Principal, given?: RequestContext, place = this.context.place): PrincipalClass {
    const { entity, boundary } = principal;
    const requester = requesterOf(entity);
    const context = given ?? principalContext(entity, requester, this.context.known);
    const signature: string[] = [];
    const decided = (statements: readonly KeyedStatement[]): HeldStatement<Source>[] =>
      statements.flatMap(({ statement, source, key }) => {
        const left = reduceStatement(statement, context);
        signature.push(`${key} ${left === statement ? '' : outcome(left)} ${left ? openVariables(left.tests, context) : ''}`);
        return left ? [{ statement: left, source }] : [];
      });
    const statements = decided(this.#held(principal));
    signature.sort();
    signature.push(`boundary ${boundary ? boundary.policyId : ''}`);
    const limit = boundary && decided(this.#statements(boundary, holderOf('BOUNDARY')));
    const exempt = requester !== null && isServiceLinked(requester);
    const scps = exempt ? [] : this.#scps.map(decided);
    const rcps = exempt ? [] : this.#rcps.map(decided);
    const id = stableId('pclass', place, entity.accountId, ...signature, ...this.#resourceSignature(entity, requester, context));
    const known = this.#byId.get(id);
    if (known) return known;
    const all = [statements, limit ?? [], ...scps, ...rcps].flat();
    const patterns = [...new Set(all.flatMap(({ statement }) => statement.patterns))];
    const made = { id, statements, boundary: limit, scps, rcps, patterns, requester, isGroup: entity.type === 'GROUP', context };
    this.#byId.set(id, made);
    return made;
  }

  /** Returns what distinguishes a principal for resource policies. */
  #resourceSignature({ type, nativeId }: Entity, requester: Requester | null, context: RequestContext): string[] {
    const isNamed = requester !== null && this.context.names.has(requester.id);
    const tests = this.context.tests.map((test) => {
      const truth = holds(test, context);
      return truth === 'unknown' ? `unknown ${openVariables([test], context)}` : truth;
    });
    return [type === 'GROUP' ? 'group' : '', isNamed || type === 'ROLE' ? nativeId : '', ...tests];
  }

  #held(principal: Principal): KeyedStatement[] {
    const own = principal.policies.flatMap((policy) => this.#statements(policy, holderOf('')));
    const ofGroups = principal.groups.flatMap((uri) => {
      const group = this.groups.get(uri);
      if (!group) return [];
      return group.policies.flatMap((policy) => this.#statements(policy, { holder_type: 'GROUP', holder_uri: uri, holder_name: group.entity.name }));
    });
    return [...own, ...ofGroups];
  }

  #statements(policy: Attachment, holder: Pick<Source, 'holder_type' | 'holder_uri' | 'holder_name'>): KeyedStatement[] {
    const compiled = this.compiler.compileDocument(policy.document);
    const source: Source = { ...holder, policy_id: policy.policyId, policy_name: policy.policyName, policy_uri: policy.policyUri };
    // The key leaves out the document: a changed policy keeps its holders in their class.
    const key = `${holder.holder_type} ${holder.holder_uri} ${policy.policyId}`;
    return compiled.map((statement) => ({ statement, source, key: `${key} ${statement.index}` }));
  }
}

function holderOf(type: string): Pick<Source, 'holder_type' | 'holder_uri' | 'holder_name'> {
  return { holder_type: type, holder_uri: '', holder_name: '' };
}

/** Returns the result of a statement for a principal, as part of a class signature. */
function outcome(left: CompiledStatement | null): string {
  return left ? [...left.patterns, ...left.conditions].join(' ') : 'nothing';
}

/** Returns the principal's values for variables in tests that only the resource or request decides. */
function openVariables(tests: readonly ConditionTest[], context: RequestContext): string {
  return tests.flatMap(({ variables }) => variables.map((name) => JSON.stringify(context.valuesOf(name) ?? null))).join(' ');
}
