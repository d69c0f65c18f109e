import type { FastifyRequest } from 'fastify';
import type { AuditRule, Endpoint, EndpointKey } from '@cam/contracts/server';
import type { Principal } from './principal';

/** What a handler tells of its write: how what it changed was, and is since. Null: for once it wrote nothing. */
export type Told = { before?: unknown; after?: unknown } | null;

/** A write that the audit log keeps. `untold`: what the contract promises and the handler did not tell, which is a fault of the handler. */
export interface Audited extends Written {
  untold: ('before' | 'after')[];
}

/** The rule of a call that the audit log keeps; null: it keeps nothing of it. A call that may write and has no rule is not served at all. */
export function auditRuleOf(key: EndpointKey, { audit: rule }: Endpoint): Exclude<AuditRule, { exempt: string }> | null {
  if (key.startsWith('GET ')) return null;
  if (rule === undefined) throw new Error(`${key} does not say in its contract what the audit log keeps of it`);
  return typeof rule === 'object' && 'exempt' in rule ? null : rule;
}

/** What names things, the most telling first. */
const NAMES = ['object_name', 'name', 'account_name', 'organization_name', 'monitor_name', 'idnSourceName', 'label', 'target', 'email'] as const;

/** Names in one entry; the others are counted. */
const MOST_NAMES = 3;

/** The entry of a write that was done. */
export function auditedWrite(
  rule: Exclude<AuditRule, { exempt: string }>,
  {
    key,
    request,
    principal,
    body,
    told,
  }: { key: EndpointKey; request: FastifyRequest; principal: Principal; body: unknown; told: NonNullable<Told> },
): Audited {
  const { before, after } = told;
  const asked = rule === 'remove' ? undefined : askedFor(request, body);
  return {
    principal,
    address: request.ip,
    call: key,
    subject: namesIn(before ?? after) || Object.values(request.params as Record<string, string>).join(' '),
    before,
    after: after === undefined ? asked : after,
    untold: [
      ...(before === undefined && (rule === 'change' || rule === 'remove') ? (['before'] as const) : []),
      ...(after === undefined && (rule === 'change' || rule === 'add') ? (['after'] as const) : []),
    ],
  };
}

/** "Payments, Production and 4 more"; empty where nothing is named. Ids alone tell nobody what was changed. */
function namesIn(told: unknown): string {
  const names = [told].flat().flatMap((one) => {
    const fields = (one ?? {}) as Record<string, unknown>;
    const name = NAMES.map((key) => fields[key]).find((value) => typeof value === 'string' && value !== '');
    return name === undefined ? [] : [name as string];
  });
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What a call names beside its path, without what every call may carry. */
function askedFor(request: FastifyRequest, body: unknown): unknown {
  const { account_id: _account, account_uid: _source, 'req_hdr.tid': _tid, ...query } = request.query as Record<string, unknown>;
  const { req_hdr: _header, ...fields } = body as Record<string, unknown>;
  const asked = { ...query, ...fields };
  return Object.keys(asked).length > 0 ? asked : undefined;
}

/** A write that was done. */
export interface Written {
  principal: Principal;
  /** Network address of the caller. */
  address: string;
  /** `PUT /v1/tenants/notification/{severity}` */
  call: string;
  subject: string;
  /** Undefined: the product does not know how it was. */
  before: unknown;
  after: unknown;
}
