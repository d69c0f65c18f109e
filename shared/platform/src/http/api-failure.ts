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
  error?: string;
  message?: string;
  code?: string;
  messages?: { text?: string }[];
  user_message?: string;
  errorMessage?: string;
  trackingId?: string;
  details?: unknown;
}

/** Reads a refusal. The text is `user_message` of a JSON body, else what the server says in other words, else "Unknown Error". */
export async function readFailure(response: Response): Promise<ApiFailure> {
  let fields: ErrorFields = {};
  try {
    fields = (await response.json()) as ErrorFields;
  } catch {
    // A refusal without a JSON body, from a proxy for instance: the status has to do.
  }
  const text =
    response.status === 502 && !fields.user_message
      ? response.statusText
      : (fields.user_message ?? fields.messages?.[0]?.text ?? fields.errorMessage);
  return new ApiFailure(
    response.status,
    text || fields.message || fields.error || response.statusText || 'Unknown Error',
    fields.code ?? '',
    fields.trackingId ?? '',
    fields.details,
  );
}
