import type { FastifyReply } from 'fastify';
import { PARTIAL_RESULTS_HEADER, PARTIAL_RESULTS_MESSAGES, type Account, type PartialReason } from '@cam/contracts/server';

/** Says with an answer, or with the file that it is, why parts of it may be missing. */
export function sayPartial(reply: FastifyReply, reasons: readonly PartialReason[]): void {
  if (reasons.length > 0) reply.header(PARTIAL_RESULTS_HEADER, JSON.stringify(reasons));
}

/** The same in the summary of a file that can hold one: nothing where the file is whole. */
export function partialFacts(reasons: readonly PartialReason[]): (readonly [string, string])[] {
  return reasons.length > 0 ? [['May not hold everything', reasons.map((reason) => PARTIAL_RESULTS_MESSAGES[reason]).join('. ')]] : [];
}

/** It was connected, and its first snapshot is still to come: not one that failed. */
export function isPending({ status, last_snapshot_time: time }: Account): boolean {
  return time === null && status === 'ACCOUNT_STATUS_UNKNOWN';
}
