import { ProviderError } from '../http/provider-error';
import type { ProviderResponse, Transport } from '../http/transport';
import { parseJsonResponse, parseXmlResponse, type AwsResponse } from './responses';
import { awsError, isExpired } from './aws-error';
import { AWS_SERVICES, operationOf, type AwsService } from './operations';
import type { AwsRegions } from './regions';
import { encoded, signedHeaders, type AwsKeys, type UnsignedRequest as AnyRequest } from '../../../platform/aws/sigv4';
import { parseXml } from '../../../platform/aws/xml';

/** Service prefixes of policy actions that differ from the names used here. */
const POLICY_NAMES: Partial<Record<AwsService, string>> = { elbv2: 'elasticloadbalancing', resourcegroupstaggingapi: 'tag', 'sso-admin': 'sso' };

interface UnsignedRequest extends AnyRequest {
  method: 'GET' | 'POST';
  body?: string;
}

/** Returns the keys to sign with. `fresh` is set after a request failed with expired keys. */
export type KeySource = (fresh: boolean) => Promise<AwsKeys>;

/** Input of an operation. For REST protocols: path parameters, query parameters and headers (`x-amz-...`). */
export type AwsInput = Readonly<Record<string, string | number | boolean | readonly string[] | readonly Readonly<Record<string, string>>[]>>;

/** Calls AWS services as one account, each in its own protocol. Only reads. */
export class AwsClient {
  constructor(
    private readonly regions: AwsRegions,
    private readonly transport: Transport,
    private readonly keys: KeySource,
  ) {}

  get partition(): string {
    return this.regions.partition;
  }

  /**
   * Calls an operation and returns its response in the form of AWS's command line.
   * @param region ignored for global services
   * @throws ProviderError if AWS refuses, fails, or responds in an unknown form
   */
  async call<T = AwsResponse>(service: AwsService, region: string, operation: string, input: AwsInput = {}): Promise<T> {
    const { protocol } = AWS_SERVICES[service];
    const { status, bytes, text } = await this.#ask(service, region, operation, input);
    try {
      if (protocol.endsWith('json')) return parseJsonResponse(service, operation, (text === '' ? {} : JSON.parse(text)) as AwsResponse) as T;
      // The response body is the bucket policy itself.
      if (service === 's3' && operation === 'GetBucketPolicy') return { Policy: text } as T;
      return parseXmlResponse(service, operation, parseXml(text)) as T;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new ProviderError('failed', `The response of AWS to ${service}:${operation} cannot be parsed (${bytes.length} bytes).`, status);
    }
  }

  /** Waits for a report that AWS prepares. @param ms minimum */
  pause(ms: number): Promise<void> {
    return this.transport.pause(ms);
  }

  /** Returns the region of a bucket. @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html */
  async regionOfBucket(bucket: string): Promise<string> {
    const { text } = await this.#ask('s3', this.regions.home, 'GetBucketLocation', { Bucket: bucket });
    const said = parseXml(text).text.trim();
    // For the oldest buckets, the response is empty or `EU`.
    return said === '' ? this.regions.home : said === 'EU' ? 'eu-west-1' : said;
  }

  /** Returns the content of an S3 object. */
  async object(region: string, bucket: string, key: string): Promise<Buffer> {
    const url = this.regions.address('s3', region);
    url.pathname = `/${[bucket, ...key.split('/')].map(encoded).join('/')}`;
    return (await this.#send('s3', region, `s3:GetObject of ${bucket}`, { method: 'GET', url })).bytes;
  }

  #ask(service: AwsService, region: string, operation: string, input: AwsInput): Promise<ProviderResponse> {
    const place = this.regions.isGlobal(service) ? '' : ` in ${region}`;
    const label = `${POLICY_NAMES[service] ?? service}:${operation}${place}`;
    return this.#send(service, region, label, this.#request(service, region, operation, input));
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

  async #send(service: AwsService, region: string, label: string, request: UnsignedRequest): Promise<ProviderResponse> {
    const error = (answer: ProviderResponse): ProviderError | null => (answer.status < 300 ? null : awsError(label, answer));
    let answer = await this.#signed(service, region, request, false);
    let failed = error(answer);
    if (failed && isExpired(failed)) {
      answer = await this.#signed(service, region, request, true);
      failed = error(answer);
    }
    if (failed) throw failed;
    return answer;
  }

  async #signed(service: AwsService, region: string, request: UnsignedRequest, fresh: boolean): Promise<ProviderResponse> {
    const keys = await this.keys(fresh);
    const scope = { service: AWS_SERVICES[service].signs, region: this.regions.signingRegion(service, region), keys };
    const { method, url, body, headers } = request;
    // A signature is valid for minutes only, so each attempt has its own. Requests that identify the caller by a token are not signed.
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
  const parameters = rest.filter(([name]) => !name.startsWith('x-amz-')).map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
  url.search = [query, ...parameters].filter((part) => part !== '').join('&');
  const headers = Object.fromEntries(rest.filter(([name]) => name.startsWith('x-amz-')).map(([name, value]) => [name, String(value)]));
  return { method: 'GET', url, headers };
}
