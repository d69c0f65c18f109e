import type { PolicyStatement } from '../../compile/policy-document';
import { matchesWildcard } from '../../../../engine/wildcard';

/** Condition keys that only requests through an access point have. */
const POINT_KEYS = new Set(['s3:dataaccesspointarn', 's3:dataaccesspointaccount']);

const POSITIVE = /^(stringequals|stringequalsignorecase|stringlike|arnequals|arnlike)$/i;

/** Reports whether only requests through an access point have a condition key. */
export function isPointKey(key: string): boolean {
  return POINT_KEYS.has(key.toLowerCase());
}

/**
 * Returns the statements of a bucket policy that allow what the policy of an access point allows: each demands the access point or its account.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-policies.html#access-points-delegating-control
 */
export function delegationsTo(arn: string, accountId: string, statements: readonly PolicyStatement[]): PolicyStatement[] {
  const valueOf = (key: string): string => (key.toLowerCase() === 's3:dataaccesspointarn' ? arn : accountId);
  return statements.filter(({ effect, principals, notPrincipals, condition }) => {
    const tests = Object.entries(condition).flatMap(([operator, keys]) => Object.entries(keys).map(([key, value]) => ({ operator, key, value })));
    if (effect !== 'Allow' || !principals || notPrincipals) return false;
    const ofPoints = tests.filter(({ key }) => isPointKey(key));
    return (
      ofPoints.length > 0 &&
      ofPoints.every(({ operator, key, value }) => {
        const values = (Array.isArray(value) ? value : [value]).map(String);
        return POSITIVE.test(operator) && values.some((wanted) => matchesWildcard(wanted, valueOf(key)));
      })
    );
  });
}
