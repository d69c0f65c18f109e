import type { Catalogue } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import { compileCondition, type ConditionTest } from './condition-test';
import type { PolicyStatement } from './policy-document';
import { variablesIn } from './policy-variables';
import { matchesArn, matchesWildcard } from '../../../engine/wildcard';

/** A statement ready for evaluation: the actions as a set, the resources as patterns, the conditions as tests. */
export interface CompiledStatement {
  effect: 'Allow' | 'Deny';
  index: number;
  actions: Bitset;
  /** Patterns that must match one, or (negated) none. */
  patterns: readonly string[];
  negated: boolean;
  /** Some pattern holds a policy variable that is not filled in yet. */
  hasVariables: boolean;
  /** Patterns that stand for more than they may match, since only a request decides a variable in them; with that in words. */
  widened: ReadonlyMap<string, string>;
  /** Conditions that are not decided yet. */
  tests: readonly ConditionTest[];
  /** The same in words: while there are some, an allow is conditional and a deny possible. */
  conditions: readonly string[];
  /** Of resource policies: whom the statement speaks of, by kind; null where it does not say. */
  principals: PolicyStatement['principals'];
  notPrincipals: boolean;
}

/** Compiles statements; equal lists of action patterns are expanded once. */
export class StatementCompiler {
  readonly #expanded = new Map<string, Bitset>();

  constructor(readonly catalogue: Catalogue) {}

  compile(statement: PolicyStatement, allowsVariables: boolean): CompiledStatement {
    const patterns = statement.notResources ?? statement.resources ?? ['*'];
    return {
      effect: statement.effect,
      index: statement.index,
      actions: statement.notActions ? this.expand(statement.notActions).complement() : this.expand(statement.actions ?? []),
      patterns,
      negated: statement.notResources !== null,
      hasVariables: allowsVariables && patterns.some((pattern) => pattern.includes('${')),
      widened: new Map(),
      ...testsOf(compileCondition(statement.condition, allowsVariables)),
      principals: statement.principals,
      notPrincipals: statement.notPrincipals,
    };
  }

  /** The actions that any of the patterns matches. Actions ignore case. */
  expand(patterns: readonly string[]): Bitset {
    const key = patterns.join(' ');
    const known = this.#expanded.get(key);
    if (known) return known;
    const members = patterns.flatMap((pattern) => this.#matching(pattern.toLowerCase()));
    const set = Bitset.of(this.catalogue.actions.length, members);
    this.#expanded.set(key, set);
    return set;
  }

  #matching(pattern: string): number[] {
    const colon = pattern.indexOf(':');
    if (colon < 0 && pattern !== '*') return [];
    const servicePattern = colon < 0 ? '*' : pattern.slice(0, colon);
    const namePattern = colon < 0 ? '*' : pattern.slice(colon + 1);
    const found: number[] = [];
    for (const service of this.catalogue.services) {
      if (!matchesWildcard(servicePattern, service)) continue;
      for (const { name, index } of this.catalogue.ofService(service)) if (matchesWildcard(namePattern, name.toLowerCase())) found.push(index);
    }
    return found;
  }
}

/** Tests of a statement with their words. */
export function testsOf(tests: readonly ConditionTest[]): Pick<CompiledStatement, 'tests' | 'conditions'> {
  return { tests, conditions: tests.map(({ words }) => words) };
}

/** The keys of a request that decide a statement, in lower case. */
export function keysOf({ tests, patterns, hasVariables }: CompiledStatement): string[] {
  return [...tests.flatMap(({ key, variables }) => [key, ...variables]), ...(hasVariables ? patterns.flatMap(variablesIn) : [])];
}

/**
 * Whether a statement speaks of a resource: null, it does not; else under what, in words (none: in any case). `*` stands for everything
 * that has no ARN of its own.
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

/** Whether a statement speaks of a resource, be it under conditions. */
export function coversResource(statement: CompiledStatement, arn: string): boolean {
  return coverage(statement, arn) !== null;
}
