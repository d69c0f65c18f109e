import { keysOf, type CompiledStatement, type StatementCompiler } from '../compile/compiled-statement';
import { contextOf, type KnownKeys } from '../compile/request-context';
import { underContext } from '../compile/under-context';
import type { Attachment, Principal } from '../model';
import type { GrantSource } from '../tables';
import type { HeldStatement } from './effective-access';
import { stableId } from './stable-id';

/** What a deciding statement hangs on: its policy, and the group that gives it (empty: the principal itself). */
export type Source = Pick<GrantSource, 'holder_type' | 'holder_uri' | 'holder_name' | 'policy_id' | 'policy_name' | 'policy_uri'>;

/**
 * Principals that hold the same policies by the same ways: evaluated once for all of them. A role is a class of its own, so that
 * whoever can become it is known to have come by it.
 */
export interface PrincipalClass {
  id: string;
  statements: HeldStatement<Source>[];
  boundary: HeldStatement<Source>[] | null;
  /** Resource patterns of all of them. */
  patterns: string[];
}

/** Sorts principals into classes. A principal whose policies use variables has a class of its own. */
export class PrincipalClasses {
  readonly #byId = new Map<string, PrincipalClass>();
  readonly #compiled = new Map<string, CompiledStatement[]>();

  constructor(
    private readonly compiler: StatementCompiler,
    private readonly groups: ReadonlyMap<string, Principal>,
  ) {}

  get all(): Iterable<PrincipalClass> {
    return this.#byId.values();
  }

  get count(): number {
    return this.#byId.size;
  }

  classOf(principal: Principal): PrincipalClass {
    const held = this.#held(principal);
    const usesVariables = [...held, ...this.#boundaryOf(principal)].some(({ statement }) => keysOf(statement).length > 0);
    const id = stableId(
      'pclass',
      principal.entity.accountId,
      ...held.map(({ source, key }) => `${source.holder_uri} ${source.policy_id} ${key}`).sort(),
      `boundary ${principal.boundary ? `${principal.boundary.policyId} ${principal.boundary.document.hash}` : ''}`,
      usesVariables || principal.entity.type === 'ROLE' ? principal.entity.nativeId : '',
    );
    const known = this.#byId.get(id);
    if (known) return known;
    const context = contextOf(variablesOf(principal));
    const decided = ({ statement, source }: HeldStatement<Source>): HeldStatement<Source>[] => {
      const left = underContext(statement, context);
      return left ? [{ statement: left, source }] : [];
    };
    const statements = held.flatMap(decided);
    const boundary = principal.boundary ? this.#boundaryOf(principal).flatMap(decided) : null;
    const patterns = [...new Set([...statements, ...(boundary ?? [])].flatMap(({ statement }) => statement.patterns))];
    const made: PrincipalClass = { id, statements, boundary, patterns };
    this.#byId.set(id, made);
    return made;
  }

  #held(principal: Principal): (HeldStatement<Source> & { key: string })[] {
    const own = principal.policies.flatMap((policy) => this.#statements(policy, { holder_type: '', holder_uri: '', holder_name: '' }));
    const ofGroups = principal.groups.flatMap((uri) => {
      const group = this.groups.get(uri);
      if (!group) return [];
      return group.policies.flatMap((policy) => this.#statements(policy, { holder_type: 'GROUP', holder_uri: uri, holder_name: group.entity.name }));
    });
    return [...own, ...ofGroups];
  }

  #boundaryOf({ boundary }: Principal): HeldStatement<Source>[] {
    return boundary ? this.#statements(boundary, { holder_type: 'BOUNDARY', holder_uri: '', holder_name: '' }) : [];
  }

  #statements(policy: Attachment, holder: Pick<Source, 'holder_type' | 'holder_uri' | 'holder_name'>): (HeldStatement<Source> & { key: string })[] {
    const { document } = policy;
    let compiled = this.#compiled.get(document.hash);
    if (!compiled) {
      compiled = document.statements.map((statement) => this.compiler.compile(statement, document.allowsVariables));
      this.#compiled.set(document.hash, compiled);
    }
    const source: Source = { ...holder, policy_id: policy.policyId, policy_name: policy.policyName, policy_uri: policy.policyUri };
    return compiled.map((statement) => ({ statement, source, key: `${document.hash} ${statement.index}` }));
  }
}

/** The variables that the snapshot decides for a principal. A role's own name is not among them: its sessions sign requests. */
function variablesOf({ entity }: Principal): KnownKeys {
  const { type, name, accountId, nativeId, attributes } = entity;
  const tags = Object.entries(attributes).filter(([attribute]) => attribute.startsWith('tag.'));
  return {
    ...(type === 'USER' ? { 'aws:username': name, 'aws:principaltype': 'User' } : {}),
    ...(type === 'ROLE' ? { 'aws:principaltype': 'AssumedRole', 'aws:username': null } : {}),
    ...(typeof attributes.userid === 'string' ? { 'aws:userid': attributes.userid } : {}),
    'aws:principalaccount': accountId,
    'aws:principalarn': nativeId,
    ...Object.fromEntries(tags.map(([attribute, value]) => [`aws:principaltag/${attribute.slice(4).toLowerCase()}`, String(value)])),
  };
}
