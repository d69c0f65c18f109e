import { notify, type ApiFailure } from '@cam/platform';

/**
 * Runs a call and shows a failure as a toast.
 * @param title says what failed
 * @throws whatever the call throws, after the toast
 */
export async function withFailureNotice<T>(title: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    notify.error(failureReason(error), title);
    throw error;
  }
}

/** Returns the server's message for a failure, or the HTTP status when the response carries no error code. */
export function failureReason(error: unknown): string {
  const { status = 0, userMessage = '', code = '' } = error as Partial<ApiFailure>;
  // A refusal without a code does not come from the server but from a gateway, for example. Only its status is known.
  if (code !== '' || status === 0) return userMessage || 'unknown';
  return `Error: ${status}. ${userMessage || 'unknown'}`;
}
