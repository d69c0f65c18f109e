import type { CompiledStatement, StatementCompiler } from '../compile/compiled-statement';
import { holds, type ConditionTest } from '../compile/condition-test';
import type { KnownKeys, RequestContext } from '../compile/request-context';
import { underContext } from '../compile/under-context';
import type { Attachment, Entity, Principal } from '../../../engine/model';
import type { GrantSource } from '../../../store/tables';
import type { HeldStatement } from './access-rule';
import { principalContext, requesterOf } from './principal-context';
import { isServiceLinked, type Requester } from './requester';
import { stableId } from '../../../engine/stable-id';

/** What a deciding statement hangs on: its policy, and the group that gives it (empty: the principal itself). */
export type Source = Pick<GrantSource, 'holder_type' | 'holder_uri' | 'holder_name' | 'policy_id' | 'policy_name' | 'policy_uri'>;

/**
 * Principals of whom all policies say the same: evaluated once for all of them. A role is a class of its own, so that whoever can become
 * it is known to have come by it.
 */
export interface PrincipalClass {
  id: string;
  /** Of identity policies, as far as they can hold for the principals of the class. */
  statements: readonly HeldStatement<Source>[];
  boundary: readonly HeldStatement<Source>[] | null;
  scps: readonly (readonly HeldStatement<Source>[])[];
  rcps: readonly (readonly HeldStatement<Source>[])[];
  /** Resource patterns of all of them. */
  patterns: readonly string[];
  /** As whom one of them signs; null where nobody knows. */
  requester: Requester | null;
  /** Groups sign nothing themselves: what a resource policy gives, it gives to their members. */
  isGroup: boolean;
  context: RequestContext;
}

/** What else than a principal's own policies tells principals of an account apart. */
export interface Surroundings {
  /** Tells the classes of an account apart from those that another account's evaluation makes of the same principals. */
  place: string;
  scps: readonly (readonly Attachment[])[];
  rcps: readonly (readonly Attachment[])[];
  /** Condition keys of the account. */
  known: KnownKeys;
  /** Tests of the policies of resources. */
  tests: readonly ConditionTest[];
  /** ARNs that policies of resources name. */
  names: ReadonlySet<string>;
}

/** Of a principal that is looked at by itself. */
export const NOTHING_AROUND: Surroundings = { place: '', scps: [], rcps: [], known: {}, tests: [], names: new Set() };

/** A statement with a text that tells it and its policy from all others. */
type KeyedStatement = HeldStatement<Source> & { key: string };

/** Sorts principals into classes, by what their policies and those around them say of each. */
export class PrincipalClasses {
  readonly #byId = new Map<string, PrincipalClass>();
  readonly #compiled = new Map<string, CompiledStatement[]>();
  readonly #scps: KeyedStatement[][];
  readonly #rcps: KeyedStatement[][];

  constructor(
    private readonly compiler: StatementCompiler,
    private readonly groups: ReadonlyMap<string, Principal>,
    private readonly around: Surroundings = NOTHING_AROUND,
  ) {
    this.#scps = around.scps.map((level) => level.flatMap((policy) => this.#statements(policy, holderOf('SCP'))));
    this.#rcps = around.rcps.map((level) => level.flatMap((policy) => this.#statements(policy, holderOf('RCP'))));
  }

  get all(): Iterable<PrincipalClass> {
    return this.#byId.values();
  }

  get count(): number {
    return this.#byId.size;
  }

  classOf(principal: Principal): PrincipalClass {
    const { entity, boundary } = principal;
    const requester = requesterOf(entity);
    const context = principalContext(entity, requester, this.around.known);
    const signature: string[] = [];
    const decided = (statements: readonly KeyedStatement[]): HeldStatement<Source>[] =>
      statements.flatMap(({ statement, source, key }) => {
        const left = underContext(statement, context);
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
    const id = stableId('pclass', this.around.place, entity.accountId, ...signature, ...this.#aroundIt(entity, requester, context));
    const known = this.#byId.get(id);
    if (known) return known;
    const all = [statements, limit ?? [], ...scps, ...rcps].flat();
    const patterns = [...new Set(all.flatMap(({ statement }) => statement.patterns))];
    const made = { id, statements, boundary: limit, scps, rcps, patterns, requester, isGroup: entity.type === 'GROUP', context };
    this.#byId.set(id, made);
    return made;
  }

  /** What the policies of resources make of a principal. */
  #aroundIt({ type, nativeId }: Entity, requester: Requester | null, context: RequestContext): string[] {
    const isNamed = requester !== null && this.around.names.has(requester.id);
    const tests = this.around.tests.map((test) => {
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
    const { document } = policy;
    let compiled = this.#compiled.get(document.hash);
    if (!compiled) {
      compiled = document.statements.map((statement) => this.compiler.compile(statement, document.allowsVariables));
      this.#compiled.set(document.hash, compiled);
    }
    const source: Source = { ...holder, policy_id: policy.policyId, policy_name: policy.policyName, policy_uri: policy.policyUri };
    // Not what the policy says: one that changes leaves its holders in the class that they are in.
    const key = `${holder.holder_type} ${holder.holder_uri} ${policy.policyId}`;
    return compiled.map((statement) => ({ statement, source, key: `${key} ${statement.index}` }));
  }
}

function holderOf(type: string): Pick<Source, 'holder_type' | 'holder_uri' | 'holder_name'> {
  return { holder_type: type, holder_uri: '', holder_name: '' };
}

/** What a principal makes of a statement: nothing, or what is left of it. */
function outcome(left: CompiledStatement | null): string {
  return left ? [...left.patterns, ...left.conditions].join(' ') : 'nothing';
}

/** Values of a principal that tests need which only a resource or a request decides. */
function openVariables(tests: readonly ConditionTest[], context: RequestContext): string {
  return tests.flatMap(({ variables }) => variables.map((name) => JSON.stringify(context.valuesOf(name) ?? null))).join(' ');
}
