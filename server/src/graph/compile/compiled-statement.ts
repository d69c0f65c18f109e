import type { Catalogue } from '../catalogue/catalogue';
import { Bitset } from './bitset';
import { conditionsInWords } from './condition-words';
import type { PolicyStatement } from './policy-document';
import { matchesArn, matchesWildcard } from './wildcard';

/** A statement ready for evaluation: the actions as a set, the resources as patterns, the conditions in words. */
export interface CompiledStatement {
  effect: 'Allow' | 'Deny';
  index: number;
  actions: Bitset;
  /** Patterns that must match one, or (negated) none. */
  patterns: readonly string[];
  negated: boolean;
  /** Some pattern holds a policy variable. */
  hasVariables: boolean;
  /** Not decided by the snapshot: an allow is then conditional, a deny possible. In words. */
  conditions: readonly string[];
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
      conditions: conditionsInWords(statement.condition),
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

/** Whether a statement speaks of a resource; `*` stands for everything that has no ARN of its own. */
export function coversResource({ patterns, negated }: CompiledStatement, arn: string): boolean {
  return patterns.some((pattern) => matchesArn(pattern, arn)) !== negated;
}
