import type { ProofRequest } from '../../graph';
import { ApiError, forbidden, notFound } from '../../platform/http/errors';

const accountOf = (uri: string): string => uri.split(':')[2] ?? '';

/**
 * Refuses what no caller who is limited to accounts can be shown.
 * @throws ApiError 404 if one of the two ends is in another account, as if it did not exist; 403 for a claim that something is out of reach, which has facts of all accounts
 */
export function refuseOutside({ kind, identityUri, resourceUri }: ProofRequest, within: readonly string[]): void {
  if (![identityUri, resourceUri].every((uri) => within.includes(accountOf(uri))))
    throw notFound('The graph no longer has this identity or resource. Run the search again.');
  if (kind === 'not-reaches')
    throw forbidden(
      'A proof that something is out of reach has facts of every account, and you may read some only. Ask somebody who may read all accounts.',
      'PROOF_OUTSIDE',
    );
}

/**
 * Returns a proof for a caller who is limited to accounts. It is whole or refused: nobody could replay one with gaps.
 * @throws ApiError 403 if it has facts of another account
 */
export function proofWithin<P extends { sources: readonly { account: string }[] }>(proof: P, within: readonly string[]): P {
  if (proof.sources.every(({ account }) => within.includes(account))) return proof;
  throw outside();
}

/** Codes of refusals whose sentences name nothing but the two ends. */
const OF_ENDS: ReadonlySet<string> = new Set(['CLAIM_FALSE', 'UNKNOWN_ACTION', 'NOT_FOUND']);

/** Returns the answer to an error of a proof for a limited caller: other refusals may name groups and accounts that the caller may not read. */
export function errorWithin(error: unknown): unknown {
  return error instanceof ApiError && error.status < 500 && error.status !== 403 && !OF_ENDS.has(error.code) ? outside() : error;
}

function outside(): Error {
  return forbidden(
    'This proof needs facts of an account that you may not read, or cannot be made. Ask somebody who may read all accounts.',
    'PROOF_OUTSIDE',
  );
}
