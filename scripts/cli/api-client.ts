import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { PARTIAL_RESULTS_HEADER, readPartialReasons, type Api, type EndpointKey, type ErrorBody, type PartialReason } from '@cam/contracts';
import { fillPath, queryString } from '../../shared/platform/src/http/request-url';
import { CliFailure, notReached, notRunning } from './failure';
import type { Installation } from './installation';

/** Arguments of a call of the contract. */
export interface CallArgs<K extends EndpointKey> {
  path?: Api[K]['path'];
  query?: Partial<Api[K]['query']>;
  body?: Api[K]['body'];
  /** Body with another content type than JSON. */
  raw?: { content: Uint8Array; type: string };
  headers?: Record<string, string>;
}

/** A call that the server refused, with the server's message. */
export class ApiRefusal extends CliFailure {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.user_message, body.details);
  }
}

/** The caller: a user of the embedded user pool, or an operator of one tenant. */
export type Subject = { user: string } | { tenant: string };

/** Calls the API as the operator of the installation. The token is fetched on the first call and renewed at half its life, because a run can take hours. */
export class ApiClient {
  #token: Promise<string> | null = null;
  /** Time of the renewal, ms since 1970. */
  #renewAt = 0;
  /** Reasons why responses of this run are partial. */
  readonly partial = new Set<PartialReason>();

  constructor(
    private readonly installation: Installation,
    private readonly subject: Subject = { tenant: 'demo' },
  ) {}

  /** Calls an endpoint with a token. Throws an ApiRefusal with the server's message, or a CliFailure if no server responds. */
  async call<K extends EndpointKey>(key: K, args: CallArgs<K> = {}): Promise<Api[K]['answer']> {
    return this.#send(key, args, `Bearer ${await this.token()}`);
  }

  /** Downloads the file of an endpoint with a token. Throws like `call`. */
  async file<K extends EndpointKey>(key: K, args: CallArgs<K> = {}): Promise<Uint8Array> {
    const response = await this.#request(key, args, `Bearer ${await this.token()}`);
    if (!response.ok) throw refusalOf(response, key, await response.text());
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Downloads the file of an endpoint to a path, without holding it in memory. Throws like `call`. */
  async save<K extends EndpointKey>(key: K, args: CallArgs<K>, path: string): Promise<void> {
    const response = await this.#request(key, args, `Bearer ${await this.token()}`);
    if (!response.ok || !response.body) throw refusalOf(response, key, await response.text());
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(path)).catch((error: Error) => {
      throw new CliFailure(`${path} cannot be written: ${error.message}. Check the path, and that the server still runs.`);
    });
  }

  /** Calls an endpoint with the installation's key instead of a token. */
  callAsInstallation<K extends EndpointKey>(key: K, args: CallArgs<K> = {}): Promise<Api[K]['answer']> {
    const { operatorKey } = this.installation;
    if (operatorKey === null)
      throw new CliFailure('Another machine needs a token. Set CAM_PUBLISHER_TOKEN to publish a remote, or CAM_TOKEN for any other command.');
    return this.#send(key, args, `Operator ${operatorKey}`);
  }

  /** Calls an endpoint that anybody may call. */
  callAsNobody<K extends EndpointKey>(key: K, args: CallArgs<K> = {}): Promise<Api[K]['answer']> {
    return this.#send(key, args, '');
  }

  /** Returns a JSON file of a published release. Throws a CliFailure if the server does not have it. */
  async releaseFile<T>(id: string, version: string, file: string): Promise<T> {
    const response = await fetch(`${this.installation.url}/r/${id}/${version}/${file}`).catch(() => null);
    if (!response?.ok)
      throw new CliFailure(
        `The server did not return ${file} of ${id} ${version} (${response?.status ?? 'no response'}). Check that the release is published.`,
      );
    return (await response.json()) as T;
  }

  /**
   * Returns the token of the profile, or CAM_PUBLISHER_TOKEN or CAM_TOKEN if set (a team's pipeline, or an outside identity platform), otherwise a token of
   * the embedded identity platform.
   */
  token(): Promise<string> {
    const configured = this.installation.token ?? (process.env.CAM_PUBLISHER_TOKEN || process.env.CAM_TOKEN);
    if (configured) return Promise.resolve(configured);
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
    const response = await this.#request(key, args, authorization);
    for (const reason of readPartialReasons(response.headers.get(PARTIAL_RESULTS_HEADER))) this.partial.add(reason);
    const text = await response.text();
    if (response.ok) return (isJson(response) ? JSON.parse(text) : text || undefined) as Api[K]['answer'];
    throw refusalOf(response, key, text);
  }

  async #request<K extends EndpointKey>(key: K, args: CallArgs<K>, authorization: string): Promise<Response> {
    const { method, path } = fillPath(key, args.path);
    const query = queryString(args.query ?? {});
    const content = args.raw ? args.raw.content : args.body && JSON.stringify(args.body);
    const type = args.raw ? args.raw.type : 'application/json';
    try {
      return await fetch(`${this.installation.url}${path}${query}`, {
        method,
        headers: { ...args.headers, authorization, ...(content === undefined ? {} : { 'content-type': type }) },
        body: content as BodyInit | undefined,
      });
    } catch {
      throw this.installation.operatorKey === null ? notReached(this.installation.url) : notRunning(this.installation.dataDir);
    }
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') ?? false;
}

function refusalOf(response: Response, key: EndpointKey, text: string): CliFailure {
  if (!isJson(response)) return new CliFailure(`The server returned ${response.status} for ${key}. The server log has the cause.`);
  return new ApiRefusal(response.status, JSON.parse(text) as ErrorBody);
}
