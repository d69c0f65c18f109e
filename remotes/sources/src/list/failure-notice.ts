import { notify, type ApiFailure } from '@cam/platform';

/** What a call comes to; a failure is told under a title that says what failed, in the server's words or by its status. */
export async function withFailureNotice<T>(title: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    notify.error(failureReason(error), title);
    throw error;
  }
}

export function failureReason(error: unknown): string {
  const { status = 0, userMessage = '', code = '' } = error as Partial<ApiFailure>;
  // A refusal without a code is no answer of the server: a gateway's, say, of which there is the status alone.
  if (code !== '' || status === 0) return userMessage || 'unknown';
  return `Error: ${status}. ${userMessage || 'unknown'}`;
}
