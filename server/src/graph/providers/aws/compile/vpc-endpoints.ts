import { Bitset } from '../../../engine/bitset';
import type { PolicyFact } from '../../../engine/source-facts';
import { testsOf, type CompiledStatement } from './compiled-statement';
import type { ConditionTest } from './condition-test';
import { parsePolicyDocument, type PolicyDocument } from './policy-document';

/** The name of an endpoint or virtual network as requests carry it, by condition key. */
const KEYS = ['aws:sourcevpce', 'aws:sourcevpc'];
const NAMING = new Set(['StringEquals', 'StringEqualsIgnoreCase', 'StringLike']);

interface EndpointPolicy {
  document: PolicyDocument;
  endpoint: string;
  vpc: string;
}

/** Returns the actions that a list of patterns matches. */
type Expand = (patterns: readonly string[]) => Bitset;

/**
 * The endpoint policies of an account. They limit only requests through their endpoint, so they never remove what other paths give. Where a statement
 * demands an endpoint or its virtual network, they count: an action that none of the demanded endpoints allows is impossible, and the others have the
 * endpoint policy as a condition.
 * @see https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-access.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-sourcevpce
 */
export class EndpointPolicies {
  readonly #policies: readonly EndpointPolicy[];

  constructor(
    policies: readonly PolicyFact[],
    private readonly expand: Expand,
  ) {
    this.#policies = policies.flatMap(({ kind, policyId, holder, document: text }) => {
      const document = kind === 'vpc_endpoint' ? parsePolicyDocument(text) : null;
      return document ? [{ document, endpoint: lastPart(policyId), vpc: lastPart(holder.nativeId) }] : [];
    });
  }

  /** Divides a statement by what the endpoints that it demands allow. */
  apply(statement: CompiledStatement): CompiledStatement[] {
    const index = this.#policies.length === 0 ? -1 : statement.tests.findIndex((test) => this.#demanded(test, statement.effect).length > 0);
    const test = statement.tests[index];
    if (!test) return [statement];
    const demanded = this.#demanded(test, statement.effect);
    const allowed = Bitset.empty(statement.actions.size);
    for (const { document } of demanded) allowed.or(this.#allowedBy(document));
    const through = statement.actions.copy().and(allowed);
    if (statement.effect === 'Allow') {
      if (through.isEmpty) return [];
      if (demanded.some(({ document }) => isOpen(document))) return [statement];
      const words = `${test.words} and the policy of ${demanded.map(({ endpoint }) => endpoint).join(' or ')} allows the request`;
      return [{ ...statement, actions: through, ...testsOf(statement.tests.with(index, { ...test, words })) }];
    }
    // A deny spares requests through these endpoints, which do not let the other actions pass.
    const others = statement.actions.copy().andNot(allowed);
    const divided = [
      { ...statement, actions: through },
      { ...statement, actions: others, ...testsOf(statement.tests.toSpliced(index, 1)) },
    ];
    return divided.filter(({ actions }) => !actions.isEmpty);
  }

  /** Returns the endpoints through which a request must come, where the account lists all of them. */
  #demanded({ key, operator, set, ifExists, values, variables }: ConditionTest, effect: CompiledStatement['effect']): EndpointPolicy[] {
    if (!KEYS.includes(key) || operator === null || operator === 'Null' || set !== null || variables.length > 0) return [];
    if (!NAMING.has(operator.name.replace('Not', '')) || operator.negated !== (effect === 'Deny') || (effect === 'Allow' && ifExists)) return [];
    const named = values.map((value) => this.#policies.filter(({ endpoint, vpc }) => value === (key === 'aws:sourcevpce' ? endpoint : vpc)));
    return named.every((found) => found.length > 0) ? named.flat() : [];
  }

  /** Returns the actions that an endpoint policy allows on some resource to somebody. */
  #allowedBy({ statements }: PolicyDocument): Bitset {
    const { size } = this.expand([]);
    const allowed = Bitset.empty(size);
    for (const { effect, actions, notActions } of statements) {
      if (effect === 'Allow') allowed.or(notActions ? this.expand(notActions).complement() : this.expand(actions ?? []));
    }
    return allowed;
  }
}

/** Reports whether a policy allows everything, as that of a new endpoint does. */
function isOpen({ statements }: PolicyDocument): boolean {
  const isFull = statements.some(
    ({ effect, actions, resources, principals, notPrincipals, condition }) =>
      effect === 'Allow' &&
      actions?.includes('*') === true &&
      resources?.includes('*') === true &&
      principals?.AWS?.includes('*') === true &&
      !notPrincipals &&
      Object.keys(condition).length === 0,
  );
  return isFull && statements.every(({ effect }) => effect === 'Allow');
}

function lastPart(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}
