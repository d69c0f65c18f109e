import type { PolicyCollector } from './applicable-policies';
import type { ResourceClass } from './resource-classes';

/**
 * Answers a question about one class of principals once for all classes of resources that its policies do not tell apart. Classes of resources follow from
 * the patterns and conditions of all principals, and the statements of one principal distinguish few of them.
 */
export class AlikeResources<T> {
  readonly #patterns: ReadonlySet<string>;
  readonly #answers = new Map<string, T>();

  constructor(private readonly collector: PolicyCollector) {
    this.#patterns = new Set(collector.principal.patterns);
  }

  /** Returns the answer for a class of resources, which is that of another one where both are alike. */
  answer(resource: ResourceClass, ask: () => T): T {
    const { basis, covering } = resource;
    const ofPolicy = this.collector.ofPolicy(resource);
    if (basis === null || ofPolicy === null) return ask();
    let key = `${ofPolicy}\n${basis}`;
    for (const { pattern, how } of covering) if (this.#patterns.has(pattern)) key += `\n${pattern} ${how}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = ask();
    this.#answers.set(key, answer);
    return answer;
  }
}
