import type { Catalogue } from '../../../engine/catalogue/catalogue';
import { Bitset } from '../../../engine/bitset';
import { contextOf, type KnownKeys } from '../compile/request-context';
import { underContext } from '../compile/under-context';
import { accessConditions } from '../evaluate/access-conditions';
import type { HeldStatement } from '../evaluate/access-rule';
import { Asking } from '../evaluate/class-question';
import type { PrincipalClass, Source } from '../evaluate/principal-classes';
import { resourceContext } from '../evaluate/resource-context';
import type { Entity } from '../../../engine/model';

/** Conditions under which an action is allowed, in words; null where it is denied. */
export type Needed = string[] | null;

/** Answers, action by action, what a class of principals may do after boundary, organization policies, denies and conditions. */
export class AwsPowers {
  readonly #asking: Asking;
  readonly #numbers = new Map<string, number>();
  readonly #asked = new Map<number, Bitset>();

  constructor(
    private readonly pclass: PrincipalClass,
    private readonly catalogue: Catalogue,
    private readonly accountId: string,
    /** Condition keys of the organization that owns the resources. */
    private readonly known: KnownKeys,
  ) {
    this.#asking = new Asking(pclass);
  }

  /** Reports whether any allow covers the action. Most classes fail this cheap test. */
  mayHold(action: string): boolean {
    const number = this.#numberOf(action);
    return this.pclass.statements.some(({ statement }) => statement.effect === 'Allow' && statement.actions.has(number));
  }

  /** Returns the same class in requests that carry these keys. */
  with(keys: KnownKeys): AwsPowers {
    const { pclass } = this;
    const context = { ...pclass.context, ...contextOf(keys, pclass.context.valuesOf) };
    const left = (held: readonly HeldStatement<Source>[]): HeldStatement<Source>[] =>
      held.flatMap(({ statement, source }) => {
        const decided = underContext(statement, context);
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
    return new AwsPowers(made, this.catalogue, this.accountId, this.known);
  }

  /** Returns the conditions for an action on an entity of the account. */
  on(action: string, entity: Entity): Needed {
    const number = this.#numberOf(action);
    if (number < 0) return null;
    const asked = this.#asked.get(number) ?? Bitset.of(this.catalogue.actions.length, [number]);
    this.#asked.set(number, asked);
    const { statements, limits } = this.#asking.about(
      { id: '', example: entity, policy: null, restrictsPublic: false, context: resourceContext(entity, this.known) },
      null,
      asked,
    );
    return accessConditions(statements, limits, number, entity.nativeId);
  }

  /** Returns the least conditional access to any resource, including unknown and future ones. It tests one example per allowed pattern. */
  anywhere(action: string): Needed {
    const number = this.#numberOf(action);
    const allows = this.pclass.statements.filter(({ statement }) => statement.effect === 'Allow' && statement.actions.has(number));
    const patterns = new Set(allows.flatMap(({ statement }) => (statement.negated ? ['*'] : statement.patterns)));
    const examples = [...patterns].map((pattern) => this.on(action, this.#example(pattern, action)));
    return easiest(examples);
  }

  #numberOf(action: string): number {
    const known = this.#numbers.get(action);
    if (known !== undefined) return known;
    const [service = '', name] = action.split(':');
    const number = this.catalogue.ofService(service).find((one) => one.name === name)?.index ?? -1;
    this.#numbers.set(action, number);
    return number;
  }

  /** An example resource with no known attributes except its account. */
  #example(pattern: string, action: string): Entity {
    const any = pattern === '*' ? `arn:aws:${action.split(':')[0]}:x:${this.accountId}:x/x` : pattern;
    const nativeId = any.replace(/[*?]/g, 'x').replace(/^(arn:[^:]*:[^:]*:)[^:]*/, '$1*');
    const { accountId } = this;
    return { uri: '', nativeId, name: '', type: '', accountId, cloudType: 'AWS', region: '-', isIdentity: false, isResource: true, attributes: {} };
  }
}

/** Returns the alternative with the fewest conditions. */
export function easiest(needs: readonly Needed[]): Needed {
  return needs.reduce((best, one) => (one && (!best || one.length < best.length) ? one : best), null);
}
