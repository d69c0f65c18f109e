import type { Catalogue } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import { contextOf, type KnownKeys } from '../compile/request-context';
import { reduceStatement } from '../compile/reduce-statement';
import { accessConditions } from '../evaluate/access-conditions';
import type { HeldStatement } from '../evaluate/access-rule';
import { PolicyCollector } from '../evaluate/applicable-policies';
import type { PrincipalClass, Source } from '../evaluate/principal-classes';
import { resourceContext } from '../evaluate/resource-context';
import type { Entity } from '../../../engine/model';

/** Conditions under which an action is allowed, in words; null where it is denied. */
export type RequiredConditions = string[] | null;

/** Answers, action by action, what a class of principals may do after boundary, organization policies, denies and conditions. */
export class ClassPermissions {
  readonly #policies: PolicyCollector;
  readonly #numbers = new Map<string, number>();
  readonly #actionSets = new Map<number, Bitset>();

  constructor(
    private readonly pclass: PrincipalClass,
    private readonly catalogue: Catalogue,
    private readonly accountId: string,
    /** Condition keys of the organization that owns the resources. */
    private readonly known: KnownKeys,
  ) {
    this.#policies = new PolicyCollector(pclass);
  }

  /** Reports whether any allow covers the action. Most classes fail this cheap test. */
  mayAllow(action: string): boolean {
    const number = this.#numberOf(action);
    return this.pclass.statements.some(({ statement }) => statement.effect === 'Allow' && statement.actions.has(number));
  }

  /** Returns the same class in requests that carry these keys. */
  withKeys(keys: KnownKeys): ClassPermissions {
    const { pclass } = this;
    const context = { ...pclass.context, ...contextOf(keys, pclass.context.valuesOf) };
    const left = (held: readonly HeldStatement<Source>[]): HeldStatement<Source>[] =>
      held.flatMap(({ statement, source }) => {
        const decided = reduceStatement(statement, context);
        return decided ? [{ statement: decided, source }] : [];
      });
    const made = {
      ...pclass,
      context,
      statements: left(pclass.statements),
      boundary: pclass.boundary && left(pclass.boundary),
      scps: pclass.scps.map(left),
      rcps: pclass.rcps.map(left),
    };
    return new ClassPermissions(made, this.catalogue, this.accountId, this.known);
  }

  /** Returns the conditions for an action on an entity of the account. */
  on(action: string, entity: Entity): RequiredConditions {
    const number = this.#numberOf(action);
    if (number < 0) return null;
    const actionSet = this.#actionSets.get(number) ?? Bitset.of(this.catalogue.actions.length, [number]);
    this.#actionSets.set(number, actionSet);
    const { statements, limits } = this.#policies.collect(
      { id: '', example: entity, policy: null, restrictsPublic: false, context: resourceContext(entity, this.known) },
      null,
      actionSet,
    );
    return accessConditions(statements, limits, number, entity.nativeId);
  }

  /** Returns the least conditional access to any resource, including unknown and future ones. It tests one example per allowed pattern. */
  onAnyResource(action: string): RequiredConditions {
    const number = this.#numberOf(action);
    const allows = this.pclass.statements.filter(({ statement }) => statement.effect === 'Allow' && statement.actions.has(number));
    const patterns = new Set(allows.flatMap(({ statement }) => (statement.negated ? ['*'] : statement.patterns)));
    const examples = [...patterns].map((pattern) => this.on(action, this.#example(pattern, action)));
    return leastConditional(examples);
  }

  #numberOf(action: string): number {
    const known = this.#numbers.get(action);
    if (known !== undefined) return known;
    const [service = '', name] = action.split(':');
    const number = this.catalogue.ofService(service).find((one) => one.name === name)?.index ?? -1;
    this.#numbers.set(action, number);
    return number;
  }

  /** Returns an example resource with no known attributes except its account. */
  #example(pattern: string, action: string): Entity {
    const any = pattern === '*' ? `arn:aws:${action.split(':')[0]}:x:${this.accountId}:x/x` : pattern;
    const nativeId = any.replace(/[*?]/g, 'x').replace(/^(arn:[^:]*:[^:]*:)[^:]*/, '$1*');
    const { accountId } = this;
    return { uri: '', nativeId, name: '', type: '', accountId, cloudType: 'AWS', region: '-', isIdentity: false, isResource: true, attributes: {} };
  }
}

/** Returns the alternative with the fewest conditions. */
export function leastConditional(needs: readonly RequiredConditions[]): RequiredConditions {
  return needs.reduce((best, one) => (one && (!best || one.length < best.length) ? one : best), null);
}
