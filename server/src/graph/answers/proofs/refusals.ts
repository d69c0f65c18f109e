import { unprocessable } from '../../../platform/http/errors';

/** Returns the refusal of a proof that the format has no words for. */
export function notExpressible(reason: string): Error {
  return unprocessable('PROOF_NOT_EXPRESSIBLE', `This cannot be proved yet: ${reason}`);
}

/** Returns the refusal of a claim that the graph contradicts. */
export function claimFalse(reason: string): Error {
  return unprocessable('CLAIM_FALSE', reason);
}

/** Returns the refusal of a proof that would be too large for a file. */
export function tooLarge(reason: string): Error {
  return unprocessable('PROOF_TOO_LARGE', reason);
}
