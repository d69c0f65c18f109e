/** A failed call. `userMessage` is for a person; a `status` of 0 means that the server was not reached. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly userMessage: string,
    readonly code: string,
    readonly trackingId: string,
    readonly details: unknown,
  ) {
    super(userMessage);
  }
}

interface ErrorFields {
  error?: unknown;
  message?: unknown;
  messages?: unknown;
  errorMessage?: unknown;
  user_message?: unknown;
  code?: unknown;
  detailCode?: unknown;
  trackingId?: unknown;
  details?: unknown;
}

const UNKNOWN = 'Unknown Error';

/**
 * Reads a failed response. The message is the `user_message` of a JSON body. Without one it is the status text of a gateway (502), then
 * another text of the body, then the status text, then "Unknown Error".
 */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const fields = await readFields(response);
  const otherWords = response.status === 502 ? [] : [textsOf(fields.messages), fields.error, fields.message, fields.errorMessage];
  return new ApiFailure(
    response.status,
    firstText(fields.user_message, ...otherWords, response.statusText) ?? UNKNOWN,
    firstText(fields.code, fields.detailCode) ?? '',
    firstText(fields.trackingId) ?? '',
    fields.details,
  );
}

/** Returns the failure of a successful status with an unreadable body, such as a proxy's page or a truncated answer. */
export function unreadable(response: Response): ApiFailure {
  return new ApiFailure(response.status, UNKNOWN, 'UNREADABLE_ANSWER', '', undefined);
}

async function readFields(response: Response): Promise<ErrorFields> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // Without a JSON body, for instance from a proxy, the status must suffice.
    return {};
  }
}

function textsOf(messages: unknown): string {
  if (!Array.isArray(messages)) return '';
  return messages.flatMap((message: { text?: unknown } | null) => firstText(message?.text) ?? []).join('\n');
}

/** Returns the first value that is a non-empty text. A server may send any type. */
function firstText(...values: readonly unknown[]): string | null {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null;
}
