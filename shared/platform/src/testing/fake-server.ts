/** A request that the fake server received. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: unknown;
  signal?: AbortSignal;
}

export interface FakeAnswer {
  status?: number;
  statusText?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a text unchanged. */
  body?: unknown;
}

export type Answering = (request: ReceivedRequest) => FakeAnswer | Promise<FakeAnswer>;

/** Replaces `fetch`, which jsdom lacks. Answers as `answering` says, and rejects a request whose signal is aborted. */
export function fakeServer(answering: Answering): { requests: ReceivedRequest[] } {
  const requests: ReceivedRequest[] = [];
  globalThis.fetch = (async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, window.location.origin);
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const { signal } = init;
    const request: ReceivedRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: init.headers as Record<string, string>,
      body,
      ...(signal ? { signal } : {}),
    };
    requests.push(request);
    return Promise.race([Promise.resolve(answering(request)).then(toResponse), abortOf(signal)]);
  }) as typeof fetch;
  return { requests };
}

/** Makes the server unreachable. */
export function unreachableServer(): void {
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch');
  };
}

export function toResponse({ status = 200, statusText = '', headers = {}, body = {} }: FakeAnswer): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null } as Headers,
    text: async () => text,
    json: async () => JSON.parse(text) as unknown,
    blob: async () => new Blob([text]),
  } as Response;
}

function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(new DOMException('The user aborted a request.', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
}
