import { ProviderError } from '../http/provider-error';
import type { ProviderAnswer, Transport } from '../http/transport';
import { fromJson, fromXml, type AwsAnswer } from './answers';
import { awsError, isEnded } from './aws-error';
import { AWS_SERVICES, operationOf, type AwsService } from './operations';
import type { AwsRegions } from './regions';
import { encoded, signedHeaders, type AwsKeys, type UnsignedRequest } from './sigv4';
import { parseXml } from './xml';

/** What policies call a service, where they call it otherwise. */
const POLICY_NAMES: Partial<Record<AwsService, string>> = { elbv2: 'elasticloadbalancing', resourcegroupstaggingapi: 'tag', 'sso-admin': 'sso' };

/** What requests are signed with; `fresh` after one was refused because its keys had ended. */
export type KeySource = (fresh: boolean) => Promise<AwsKeys>;

/** What an operation is asked with. Of protocols with addresses: parts of the path, names of the query, and headers (`x-amz-...`). */
export type AwsInput = Readonly<Record<string, string | number | boolean | readonly string[] | readonly Readonly<Record<string, string>>[]>>;

/** Asks services of AWS as one account, each by its own protocol. Only reads. */
export class AwsClient {
  constructor(
    private readonly regions: AwsRegions,
    private readonly transport: Transport,
    private readonly keys: KeySource,
  ) {}

  get partition(): string {
    return this.regions.partition;
  }

  /** @param region of services that are the same everywhere it does not count */
  async call<T = AwsAnswer>(service: AwsService, region: string, operation: string, input: AwsInput = {}): Promise<T> {
    const { protocol } = AWS_SERVICES[service];
    const { status, bytes, text } = await this.#ask(service, region, operation, input);
    try {
      if (protocol.endsWith('json')) return fromJson(service, operation, (text === '' ? {} : JSON.parse(text)) as AwsAnswer) as T;
      // The policy of a bucket is the answer itself.
      if (service === 's3' && operation === 'GetBucketPolicy') return { Policy: text } as T;
      return fromXml(service, operation, parseXml(text)) as T;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new ProviderError('failed', `What AWS answered for ${service}:${operation} cannot be read (${bytes.length} bytes).`, status);
    }
  }

  /** Waits for something that AWS is making. @param ms at least */
  pause(ms: number): Promise<void> {
    return this.transport.pause(ms);
  }

  /** Where a bucket lies. */
  async regionOfBucket(bucket: string): Promise<string> {
    const { text } = await this.#ask('s3', this.regions.home, 'GetBucketLocation', { Bucket: bucket });
    const said = parseXml(text).text.trim();
    // Of the oldest buckets the answer is empty, or the name of a continent.
    return said === '' ? this.regions.home : said === 'EU' ? 'eu-west-1' : said;
  }

  /** An object of S3, as it is stored. */
  async object(region: string, bucket: string, key: string): Promise<Buffer> {
    const url = this.regions.address('s3', region);
    url.pathname = `/${[bucket, ...key.split('/')].map(encoded).join('/')}`;
    return (await this.#send('s3', region, `s3:GetObject of ${bucket}`, { method: 'GET', url })).bytes;
  }

  #ask(service: AwsService, region: string, operation: string, input: AwsInput): Promise<ProviderAnswer> {
    const place = this.regions.isEverywhere(service) ? '' : ` in ${region}`;
    const asked = `${POLICY_NAMES[service] ?? service}:${operation}${place}`;
    return this.#send(service, region, asked, this.#request(service, region, operation, input));
  }

  #request(service: AwsService, region: string, operation: string, input: AwsInput): UnsignedRequest {
    const { protocol, version, json, target } = AWS_SERVICES[service];
    const url = this.regions.address(service, region, String(input['x-amz-account-id'] ?? ''));
    if (protocol === 'json') {
      const headers = { 'content-type': `application/x-amz-json-${json}`, 'x-amz-target': `${target}.${operation}` };
      return { method: 'POST', url, headers, body: JSON.stringify(input) };
    }
    if (protocol === 'query' || protocol === 'ec2') {
      const fields = Object.entries({ Action: operation, Version: version, ...input });
      const body = fields.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`).join('&');
      return { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body };
    }
    return addressed(url, operationOf(service, operation).http ?? 'GET /', input);
  }

  async #send(service: AwsService, region: string, asked: string, request: UnsignedRequest): Promise<ProviderAnswer> {
    const error = (answer: ProviderAnswer): ProviderError | null => (answer.status < 300 ? null : awsError(asked, answer));
    let answer = await this.#signed(service, region, request, false);
    let failed = error(answer);
    if (failed && isEnded(failed)) {
      answer = await this.#signed(service, region, request, true);
      failed = error(answer);
    }
    if (failed) throw failed;
    return answer;
  }

  async #signed(service: AwsService, region: string, request: UnsignedRequest, fresh: boolean): Promise<ProviderAnswer> {
    const keys = await this.keys(fresh);
    const scope = { service: AWS_SERVICES[service].signs, region: this.regions.signingRegion(service, region), keys };
    const { method, url, body, headers } = request;
    // A signature is good for minutes only, so each try has its own. What tells who it is by itself is not signed.
    const sent = keys.accessKeyId === '' ? headers : () => signedHeaders(request, { ...scope, at: new Date() });
    return this.transport.send(url, { method, body, headers: sent });
  }
}

function addressed(url: URL, http: string, input: AwsInput): UnsignedRequest {
  const [, address = '/'] = http.split(' ');
  const [path = '/', query = ''] = address.split('?');
  const inPath = new Set<string>();
  url.pathname = path.replace(/\{(\w+)\+?\}/g, (_all, name: string) => {
    inPath.add(name);
    return encoded(String(input[name] ?? ''));
  });
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name));
  const asked = rest.filter(([name]) => !name.startsWith('x-amz-')).map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
  url.search = [query, ...asked].filter((part) => part !== '').join('&');
  const headers = Object.fromEntries(rest.filter(([name]) => name.startsWith('x-amz-')).map(([name, value]) => [name, String(value)]));
  return { method: 'GET', url, headers };
}
