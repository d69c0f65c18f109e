import { canonical, type Json } from '@cam/checker';
import { ProofFailed, type ProofRequest } from '../../graph';
import type { Context } from '../../platform/context';
import { ApiError } from '../../platform/http/errors';

/**
 * Returns the answer to an error of a proof. A disagreement of engine and checker is logged with both sides, which the answer does not show.
 * @returns 500 PROOF_FAILED for a disagreement, else the error itself
 */
export function refusedByChecker(log: Context['log'], tenantId: string, request: ProofRequest, error: unknown): unknown {
  if (!(error instanceof ProofFailed)) return error;
  log.error({ tenantId, request, fault: canonical(error.details as Json) }, 'a proof does not verify');
  return new ApiError(
    500,
    'PROOF_FAILED',
    'CAM and its checker disagree about this access, so there is no proof. The server log has both sides. Report it to the operator.',
  );
}
