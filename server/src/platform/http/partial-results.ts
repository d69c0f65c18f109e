import type { FastifyReply } from 'fastify';
import { PARTIAL_RESULTS_HEADER, PARTIAL_RESULTS_MESSAGES, type Account, type PartialReason } from '@cam/contracts/server';

/** Sets the response header that says why results may be missing. */
export function setPartialHeader(reply: FastifyReply, reasons: readonly PartialReason[]): void {
  if (reasons.length > 0) reply.header(PARTIAL_RESULTS_HEADER, JSON.stringify(reasons));
}

/** Returns the same for a file's summary; no row if the file is complete. */
export function partialFacts(reasons: readonly PartialReason[]): (readonly [string, string])[] {
  return reasons.length > 0 ? [['May be incomplete', reasons.map((reason) => PARTIAL_RESULTS_MESSAGES[reason]).join('. ')]] : [];
}

/** Reports whether an account waits for its first snapshot. A failed snapshot is not pending. */
export function isPending({ status, last_snapshot_time: time }: Account): boolean {
  return time === null && status === 'ACCOUNT_STATUS_UNKNOWN';
}
