import { forbidden, notFound } from '../../../platform/http/errors';
import type { Explanation } from './explanation';

/**
 * Returns an explanation for a caller who is limited to accounts. It is whole or refused: an explanation with gaps would mislead.
 * @throws ApiError 404 if one of the two ends is in another account, as if it did not exist; 403 if a hop or a statement belongs to another account
 */
export function withinAccounts(explanation: Explanation, within: readonly string[]): Explanation {
  const { identity, resource, paths } = explanation;
  const isOutside = (accountId: string): boolean => !within.includes(accountId);
  if (isOutside(identity.account_id) || isOutside(resource.account_id)) throw unknownEnds();
  const accounts = paths.flatMap(({ hops, grants, limits }) => [
    ...hops.map(({ account_id: id }) => id),
    ...[...grants, ...limits].map(({ policy_account_id: id }) => id),
  ]);
  if (accounts.some(isOutside))
    throw forbidden(
      'This access depends on an account that you may not read, so it is not explained. Ask somebody who may read all accounts.',
      'EXPLANATION_OUTSIDE',
    );
  return explanation;
}

/** The error for ends that the graph lacks. */
export function unknownEnds() {
  return notFound('The graph no longer has this identity or resource. Run the search again.');
}
