import { randomUUID } from 'node:crypto';
import type { Api, EndpointKey, ErrorBody, Scope } from '@cam/contracts';

/** The address of the suite's server. */
export const serverUrl = process.env.CAM_TEST_URL ?? '';
const operatorKey = process.env.CAM_TEST_OPERATOR_KEY ?? '';
const suite = { url: serverUrl, operatorKey };

/** The headers of a call with the key of the installation. */
export const operatorHeaders = { authorization: `Operator ${operatorKey}` };

export interface CallArgs<K extends EndpointKey> {
  path?: Api[K]['path'];
  query?: Partial<Api[K]['query']>;
  body?: Api[K]['body'];
  /** A body that is not JSON. */
  raw?: { content: Uint8Array | string; type: string };
  headers?: Record<string, string>;
}

export interface ApiResult<T> {
  status: number;
  headers: Headers;
  /** The answer of a successful call, in the contract's shape. */
  body: T;
  /** The same body, read as an error. */
  error: ErrorBody;
}

/** Makes one call as a browser does. A refusal does not throw. Arrays in the query become repeated keys. */
export async function api<K extends EndpointKey>(
  key: K,
  args: CallArgs<K> = {},
  token?: string,
  base = process.env.CAM_TEST_URL ?? '',
): Promise<ApiResult<Api[K]['answer']>> {
  const [method, template] = key.split(' ') as [string, string];
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String((args.path as Record<string, unknown>)[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args.query ?? {})) for (const one of [value].flat()) query.append(name, String(one));
  const headers: Record<string, string> = { ...args.headers };
  if (token) headers.authorization = `Bearer ${token}`;
  let body: BodyInit | undefined;
  if (args.raw) {
    body = args.raw.content as BodyInit;
    headers['content-type'] = args.raw.type;
  } else if (args.body) {
    body = JSON.stringify(args.body);
    headers['content-type'] = 'application/json';
  }
  const response = await fetch(`${base}${path}${query.size > 0 ? `?${query}` : ''}`, { method, headers, body });
  const text = await response.text();
  const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body: parsed, error: parsed };
}

/** Returns a token of the embedded platform: a user's, or one for a tenant with these scopes (all scopes by default). */
export async function tokenFor(who: { user?: string; tenant?: string; scopes?: Scope[] }, { url, operatorKey } = suite): Promise<string> {
  const answer = await api('POST /v1/operator/token', { body: who, headers: { authorization: `Operator ${operatorKey}` } }, undefined, url);
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.error.message}`);
  return answer.body.access_token;
}

export interface TestTenant {
  tenantId: string;
  adminEmail: string;
  adminPassword: string;
  /** The administrator's token: all rights of a tenant, none of an operator. */
  token: string;
}

/** Creates a tenant with an administrator, for one test. @param server the suite's by default */
export async function createTenant(server = suite): Promise<TestTenant> {
  const tenantId = `t-${randomUUID().slice(0, 8)}`;
  const adminEmail = `admin@${tenantId}.example`;
  const adminPassword = 'Right-password-1';
  const body = { tenant_id: tenantId, name: `Tenant ${tenantId}`, admin_email: adminEmail, admin_password: adminPassword };
  const headers = { authorization: `Operator ${server.operatorKey}` };
  const answer = await api('POST /v1/operator/tenants', { body, headers }, undefined, server.url);
  if (answer.status !== 201) throw new Error(`no tenant: ${answer.status} ${answer.error.message}`);
  return { tenantId, adminEmail, adminPassword, token: await tokenFor({ user: adminEmail }, server) };
}
