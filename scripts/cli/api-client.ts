import type { Api, EndpointKey, ErrorBody } from '@cam/contracts/server';
import { CliError, operatorKey, serverUrl } from './installation';

interface CallInput {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** Sent as it is, with this media type. */
  file?: { content: Buffer; type: string };
  headers?: Record<string, string>;
}

/** Calls the server of this installation, with the operator's key or as somebody. */
export class ApiClient {
  private constructor(
    private readonly url: string,
    private readonly authorization: string,
  ) {}

  static operator(): ApiClient {
    return new ApiClient(serverUrl(), `Operator ${operatorKey()}`);
  }

  /** As the operator of one tenant, with all rights in it. */
  static async ofTenant(tenant: string): Promise<ApiClient> {
    const { access_token: token } = await ApiClient.operator().call('POST /v1/operator/token', { body: { tenant } });
    return new ApiClient(serverUrl(), `Bearer ${token}`);
  }

  /** Throws CliError with the server's own words where the call is refused. */
  async call<K extends EndpointKey>(key: K, input: CallInput = {}): Promise<Api[K]['answer']> {
    const [method = 'GET', template = ''] = key.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(input.path?.[name] ?? ''));
    const query = new URLSearchParams(Object.entries(input.query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
    const json = input.body === undefined ? undefined : JSON.stringify(input.body);
    let response: Response;
    try {
      response = await fetch(`${this.url}${path}?${query}`, {
        method,
        headers: {
          authorization: this.authorization,
          accept: 'application/json',
          ...(json ? { 'content-type': 'application/json' } : input.file ? { 'content-type': input.file.type } : {}),
          ...input.headers,
        },
        body: json ?? (input.file ? new Uint8Array(input.file.content) : undefined),
      });
    } catch {
      throw new CliError(`The server at ${this.url} does not answer. Start it with "npm start".`);
    }
    if (response.status === 204) return undefined as never;
    const answer: unknown = await response.json().catch(() => ({}));
    if (!response.ok) throw new CliError(refusalText(answer as ErrorBody, response.status));
    return answer as never;
  }
}

function refusalText({ user_message: message, details }: ErrorBody, status: number): string {
  const { gate, problems = [], fields = [] } = (details ?? {}) as { gate?: string; problems?: string[]; fields?: { field: string; message: string }[] };
  const more = [...problems, ...fields.map(({ field, message: text }) => `${field} ${text}`)].map((line) => `\n  - ${line}`).join('');
  return `${gate ? `Gate "${gate}": ` : ''}${message ?? `The server answered ${status}.`}${more}`;
}
