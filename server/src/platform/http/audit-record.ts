import type { FastifyRequest } from 'fastify';
import type { AuditRule, Endpoint, EndpointKey } from '@cam/contracts/server';
import type { Principal } from './principal';

/** The detail of a write for the audit log: the object before and after it. Null: this call wrote nothing. */
export type AuditDetail = { before?: unknown; after?: unknown } | null;

/** A write for the audit log. `missing`: details that the contract promises and the handler did not give, which is a fault of the handler. */
export interface AuditedWrite extends AuditRecord {
  missing: ('before' | 'after')[];
}

/**
 * Returns the audit rule of a call; null: the audit log does not record it.
 * @throws if a call that may write has no rule; the server then refuses to start
 */
export function auditRuleOf(key: EndpointKey, { audit: rule }: Endpoint): Exclude<AuditRule, { exempt: string }> | null {
  if (key.startsWith('GET ')) return null;
  if (rule === undefined) throw new Error(`${key} has no audit rule in its contract`);
  return typeof rule === 'object' && 'exempt' in rule ? null : rule;
}

/** Fields that name an object, the most specific first. */
const NAMES = ['object_name', 'name', 'account_name', 'organization_name', 'monitor_name', 'idnSourceName', 'label', 'target', 'email'] as const;

/** Names in one entry; the entry counts the others. */
const MOST_NAMES = 3;

/** Returns the audit entry of a completed write. */
export function toAuditedWrite(
  rule: Exclude<AuditRule, { exempt: string }>,
  {
    key,
    request,
    principal,
    body,
    detail,
  }: { key: EndpointKey; request: FastifyRequest; principal: Principal; body: unknown; detail: NonNullable<AuditDetail> },
): AuditedWrite {
  const { before, after } = detail;
  const requestValues = rule === 'remove' ? undefined : requestInput(request, body);
  return {
    principal: { tenantId: principal.tenantId, email: actorOf(principal) },
    address: request.ip,
    call: key,
    subject: namesIn(before ?? after) || Object.values(request.params as Record<string, string>).join(' '),
    before,
    after: after === undefined ? requestValues : after,
    missing: [
      ...(before === undefined && (rule === 'change' || rule === 'remove') ? (['before'] as const) : []),
      ...(after === undefined && (rule === 'change' || rule === 'add') ? (['after'] as const) : []),
    ],
  };
}

/** Returns who made a call, for the audit log: a user, and the API token if there is one. */
function actorOf({ email, apiToken }: Principal): string {
  if (!apiToken) return email;
  const token = `API token "${apiToken.name}"`;
  return email.startsWith('service:') ? token : `${email}, ${token}`;
}

/** Returns the names in the detail, such as "Payments, Production and 4 more"; empty without names. Ids alone would not say what changed. */
function namesIn(detail: unknown): string {
  const names = [detail].flat().flatMap((one) => {
    const fields = (one ?? {}) as Record<string, unknown>;
    const name = NAMES.map((key) => fields[key]).find((value) => typeof value === 'string' && value !== '');
    return name === undefined ? [] : [name as string];
  });
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns the input of a call besides its path, without the parameters that every call may carry. */
function requestInput(request: FastifyRequest, body: unknown): unknown {
  const { account_id: _account, account_uid: _source, 'req_hdr.tid': _tid, ...query } = request.query as Record<string, unknown>;
  const { req_hdr: _header, ...fields } = body as Record<string, unknown>;
  const requestValues = { ...query, ...fields };
  return Object.keys(requestValues).length > 0 ? requestValues : undefined;
}

/** A completed write. */
export interface AuditRecord {
  principal: Pick<Principal, 'tenantId' | 'email'>;
  /** Network address of the caller. */
  address: string;
  /** `PUT /v1/tenants/notification/{severity}`, or a write on a page of the identity platform */
  call: string;
  subject: string;
  /** Undefined: the former state is not known. */
  before: unknown;
  after: unknown;
}
