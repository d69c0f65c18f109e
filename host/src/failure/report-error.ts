import type { RemoteId } from '@cam/contracts';
import { callApi } from '@cam/platform';

/** Limits of a report; the contract has the same. */
const MESSAGE_LENGTH = 500;
const STACK_LENGTH = 6000;

/** Errors that one tab reports at most: the first ones tell what is wrong. */
const ERRORS_PER_TAB = 20;

const reported = new Set<string>();

/** Reports an error of a remote with its stack to the operators, once for each tab. A failed report is dropped. */
export function reportError(id: RemoteId, version: string, thrown: unknown): void {
  const { message, stack } = thrown instanceof Error ? thrown : { message: String(thrown), stack: '' };
  const error = { id, version, message: message.slice(0, MESSAGE_LENGTH), stack: (stack ?? '').slice(0, STACK_LENGTH) };
  const key = JSON.stringify(error);
  if (reported.has(key) || reported.size >= ERRORS_PER_TAB) return;
  reported.add(key);
  callApi('POST /v1/remotes/errors', { body: { errors: [error] } }, { toast: false, filtered: false, keepalive: true }).catch(() => undefined);
}
