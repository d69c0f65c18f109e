import { retryAfter } from '../../platform/http/retry-after';
import { noAnswerReason } from '../../platform/security/no-answer-reason';
import { sendOutbound } from '../../platform/security/outbound-request';
import { ForbiddenTarget, type OutboundTargets } from '../../platform/security/outbound-targets';
import type { ChatMessage } from './compose-chat';
import type { TeamsMessage } from './adaptive-card';
import type { Outcome } from './outcome';

/** Time limit of the whole exchange, ms. */
const LIMIT = 8000;

/** Statuses that allow another attempt; all 5xx do too. */
const LATER = [408, 425, 429];

/**
 * Posts a message to a chat service. It follows no redirects and connects to the checked address, so nothing goes anywhere that the tenant's settings
 * do not name. It does not read the response body.
 */
export async function sendWebhook(
  url: string,
  message: ChatMessage | TeamsMessage,
  id: string,
  targets: OutboundTargets,
  limit = LIMIT,
): Promise<Outcome> {
  const body = Buffer.from(JSON.stringify(message));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'user-agent': 'CAM',
    // Constant over all attempts, so that the receiver can recognize duplicates.
    'idempotency-key': id,
  };
  try {
    const signal = AbortSignal.timeout(limit);
    const answer = await sendOutbound({ method: 'POST', url: new URL(url), headers, body, seconds: limit / 1000, signal }, targets);
    // Nobody reads the answer.
    answer.destroy();
    return outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']);
  } catch (error) {
    if (error instanceof ForbiddenTarget) return { sent: false, later: false, message: 'Private and link-local addresses are refused' };
    return { sent: false, later: true, message: noAnswerReason(error) };
  }
}

function outcomeOf(status: number, wait: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { sent: true };
  if (status >= 300 && status < 400) return { sent: false, later: false, message: `It answered ${status}: redirects are not followed` };
  const later = status >= 500 || LATER.includes(status);
  return { sent: false, later, message: `It answered ${status}`, ...(later ? { wait: retryAfter(wait ?? null, Date.now()) ?? undefined } : {}) };
}
