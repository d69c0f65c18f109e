import { PARTIAL_RESULTS_HEADER, readPartialReasons, type Api, type EndpointKey, type ErrorBody, type PartialReason } from '@cam/contracts';
import { CliFailure, notReached, notRunning } from './failure';
import type { Installation } from './installation';

export interface CallArgs<K extends EndpointKey> {
  path?: Api[K]['path'];
  query?: Partial<Api[K]['query']>;
  body?: Api[K]['body'];
  /** A body that is not JSON. */
  raw?: { content: Uint8Array; type: string };
  headers?: Record<string, string>;
}

/** A call that the server refused, in its own words. */
export class ApiRefusal extends CliFailure {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.user_message, body.details);
  }
}

/** For whom the command line speaks: a user of the embedded pool, or the operator of one tenant. */
export type Subject = { user: string } | { tenant: string };

/** Calls of the contract, as the operator of the installation. A token is fetched at the first call, and anew at half its life: a run may take hours. */
export class ApiClient {
  #token: Promise<string> | null = null;
  /** Unix time, ms. */
  #renewAt = 0;
  /** Why the answers of this run are not whole. */
  readonly partial = new Set<PartialReason>();

  constructor(
    private readonly installation: Installation,
    private readonly subject: Subject = { tenant: 'demo' },
  ) {}

  /** Throws an ApiRefusal with the server's sentence, or a CliFailure where no server answers. */
  async call<K extends EndpointKey>(key: K, args: CallArgs<K> = {}): Promise<Api[K]['answer']> {
    return this.#send(key, args, `Bearer ${await this.token()}`);
  }

  /** A call that is authorised by the installation's key itself. */
  callAsInstallation<K extends EndpointKey>(key: K, args: CallArgs<K> = {}): Promise<Api[K]['answer']> {
    const { operatorKey } = this.installation;
    if (operatorKey === null)
      throw new CliFailure('From another machine a token is needed: CAM_PUBLISHER_TOKEN to publish a remote, CAM_TOKEN for everything else.');
    return this.#send(key, args, `Operator ${operatorKey}`);
  }

  /** A JSON file of a published release. Throws a CliFailure where the server does not have it. */
  async releaseFile<T>(id: string, version: string, file: string): Promise<T> {
    const response = await fetch(`${this.installation.url}/r/${id}/${version}/${file}`).catch(() => null);
    if (!response?.ok) throw new CliFailure(`${file} of ${id} ${version} cannot be read from the server (${response?.status ?? 'no answer'}).`);
    return (await response.json()) as T;
  }

  /**
   * CAM_PUBLISHER_TOKEN or CAM_TOKEN where it is set (a team's pipeline; an outside identity platform), else a token of the embedded
   * platform.
   */
  token(): Promise<string> {
    const given = process.env.CAM_PUBLISHER_TOKEN || process.env.CAM_TOKEN;
    if (given) return Promise.resolve(given);
    if (!this.#token || Date.now() >= this.#renewAt) {
      this.#renewAt = Infinity;
      this.#token = this.callAsInstallation('POST /v1/operator/token', { body: this.subject }).then(({ access_token: token, expires_in: life }) => {
        this.#renewAt = Date.now() + (life * 1000) / 2;
        return token;
      });
    }
    return this.#token;
  }

  async #send<K extends EndpointKey>(key: K, args: CallArgs<K>, authorization: string): Promise<Api[K]['answer']> {
    const [method, template] = key.split(' ') as [string, string];
    const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String((args.path as Record<string, unknown>)[name])));
    const query = new URLSearchParams(
      Object.entries(args.query ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([name, value]): [string, string] => [name, String(value)]),
    );
    const content = args.raw ? args.raw.content : args.body && JSON.stringify(args.body);
    const type = args.raw ? args.raw.type : 'application/json';
    let response: Response;
    try {
      response = await fetch(`${this.installation.url}${path}${query.size > 0 ? `?${query}` : ''}`, {
        method,
        headers: { ...args.headers, authorization, ...(content === undefined ? {} : { 'content-type': type }) },
        body: content as BodyInit | undefined,
      });
    } catch {
      throw this.installation.operatorKey === null ? notReached(this.installation.url) : notRunning(this.installation.dataDir);
    }
    for (const reason of readPartialReasons(response.headers.get(PARTIAL_RESULTS_HEADER))) this.partial.add(reason);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    if (response.ok) return (isJson ? JSON.parse(text) : text || undefined) as Api[K]['answer'];
    if (!isJson) throw new CliFailure(`The server answered ${response.status} to ${key}. Its log says why.`);
    throw new ApiRefusal(response.status, JSON.parse(text) as ErrorBody);
  }
}
