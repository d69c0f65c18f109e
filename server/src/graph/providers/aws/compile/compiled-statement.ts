import type { Catalogue } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import { compileCondition, type ConditionTest } from './condition-test';
import type { PolicyDocument, PolicyStatement } from './policy-document';
import { literalBeginning, matchesArn, matchesWildcard } from '../../../engine/wildcard';

/** A statement ready for evaluation: actions as a set, resources as patterns, conditions as tests. */
export interface CompiledStatement {
  effect: 'Allow' | 'Deny';
  index: number;
  actions: Bitset;
  /** One of these patterns must match the resource; none may match it where `negated` is set. */
  patterns: readonly string[];
  negated: boolean;
  /** A pattern still contains a policy variable. */
  hasVariables: boolean;
  /**
   * Patterns that may match more than they do in a request, because only the request decides a variable in them. The value states the condition in
   * words.
   */
  widened: ReadonlyMap<string, string>;
  /** Conditions that the known context does not decide. */
  tests: readonly ConditionTest[];
  /** The undecided conditions in words. While any remain, an allow is conditional and a deny is possible. */
  conditions: readonly string[];
  /** Principals that a resource policy's statement names, by kind; null where it has no Principal element. */
  principals: PolicyStatement['principals'];
  notPrincipals: boolean;
}

/** Divides a statement into several, or none, that mean the same. */
type Divide = (statement: CompiledStatement) => CompiledStatement[];

/** Compiles policy statements. It compiles equal documents, and expands equal lists of action patterns, once. */
export class StatementCompiler {
  readonly #expanded = new Map<string, Bitset>();
  readonly #compiled = new Map<string, readonly CompiledStatement[]>();

  readonly #divide: Divide;

  /** @param division returns the rule that divides statements by policies beyond their own */
  constructor(
    readonly catalogue: Catalogue,
    division: (compiler: StatementCompiler) => Divide = () => (statement) => [statement],
  ) {
    this.#divide = division(this);
  }

  /** Compiles the statements of a document whose hash tells everything in it. */
  compileDocument({ hash, statements, allowsVariables }: PolicyDocument): readonly CompiledStatement[] {
    const compiled = this.#compiled.get(hash) ?? statements.flatMap((statement) => this.compileAll(statement, allowsVariables));
    this.#compiled.set(hash, compiled);
    return compiled;
  }

  /** Compiles a statement to one or more that mean the same. They share its index. */
  compileAll(statement: PolicyStatement, allowsVariables: boolean): CompiledStatement[] {
    return this.#divide(this.compile(statement, allowsVariables));
  }

  compile(statement: PolicyStatement, allowsVariables: boolean): CompiledStatement {
    const patterns = statement.notResources ?? statement.resources ?? ['*'];
    return {
      effect: statement.effect,
      index: statement.index,
      actions: this.actionsOf(statement),
      patterns,
      negated: statement.notResources !== null,
      hasVariables: allowsVariables && patterns.some((pattern) => pattern.includes('${')),
      widened: new Map(),
      ...testsOf(compileCondition(statement.condition, allowsVariables)),
      principals: statement.principals,
      notPrincipals: statement.notPrincipals,
    };
  }

  actionsOf({ actions, notActions }: Pick<PolicyStatement, 'actions' | 'notActions'>): Bitset {
    return notActions ? this.expand(notActions).complement() : this.expand(actions ?? []);
  }

  /** Returns the actions that match any of the patterns. Actions ignore case. */
  expand(patterns: readonly string[]): Bitset {
    const key = patterns.join(' ');
    const known = this.#expanded.get(key);
    if (known) return known;
    const members = patterns.flatMap((pattern) => this.#matching(pattern.toLowerCase()));
    const set = Bitset.of(this.catalogue.actions.length, members);
    this.#expanded.set(key, set);
    return set;
  }

  /** Returns the services that a pattern matches. Nearly all patterns name one. */
  #servicesOf(pattern: string): string[] {
    if (literalBeginning(pattern) === pattern) return [pattern];
    return [...this.catalogue.services].filter((service) => matchesWildcard(pattern, service));
  }

  #matching(pattern: string): number[] {
    const colon = pattern.indexOf(':');
    if (colon < 0 && pattern !== '*') return [];
    const servicePattern = colon < 0 ? '*' : pattern.slice(0, colon);
    const namePattern = colon < 0 ? '*' : pattern.slice(colon + 1);
    const found: number[] = [];
    for (const service of this.#servicesOf(servicePattern)) {
      for (const { name, index } of this.catalogue.ofService(service)) if (matchesWildcard(namePattern, name.toLowerCase())) found.push(index);
    }
    return found;
  }
}

/** Returns the tests of a statement together with their words. */
export function testsOf(tests: readonly ConditionTest[]): Pick<CompiledStatement, 'tests' | 'conditions'> {
  return { tests, conditions: tests.map(({ words }) => words) };
}

/**
 * Returns the conditions, in words, under which a statement covers a resource: an empty list means always, null means never. The ARN `*` stands for
 * everything that has no ARN of its own.
 */
export function coverage({ patterns, negated, widened }: CompiledStatement, arn: string): readonly string[] | null {
  let possibly: string | null = null;
  for (const pattern of patterns) {
    if (!matchesArn(pattern, arn)) continue;
    const words = widened.get(pattern);
    if (words === undefined) return negated ? null : ALWAYS;
    possibly ??= words;
  }
  if (possibly === null) return negated ? ALWAYS : null;
  return [negated ? `not (${possibly})` : possibly];
}

const ALWAYS: readonly string[] = [];

/** Reports whether a statement covers a resource, possibly under conditions. */
export function coversResource(statement: CompiledStatement, arn: string): boolean {
  return coverage(statement, arn) !== null;
}
