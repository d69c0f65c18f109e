/** A call that did not succeed. `userMessage` is for a person; `status` 0: the server was not reached. */
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
 * Reads a refusal. Its text is the `user_message` of a JSON body; without one, of a gateway (502) the status text, else what the body
 * says in other fields, else the status text, else "Unknown Error".
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

/** An answer of the right status whose body is not what was promised: a proxy's page, or cut off on the way. */
export function unreadable(response: Response): ApiFailure {
  return new ApiFailure(response.status, UNKNOWN, 'UNREADABLE_ANSWER', '', undefined);
}

async function readFields(response: Response): Promise<ErrorFields> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // A refusal without a JSON body, from a proxy for instance: the status has to do.
    return {};
  }
}

function textsOf(messages: unknown): string {
  if (!Array.isArray(messages)) return '';
  return messages.flatMap((message: { text?: unknown } | null) => firstText(message?.text) ?? []).join('\n');
}

/** The first that is a text and says something. What servers send is not believed to have the right type. */
function firstText(...values: readonly unknown[]): string | null {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null;
}
