import { parsePolicyContent, type PolicyContent } from '../compile/policy-document';
import type { KnownKeys } from '../compile/request-context';
import { parseRequester, type Requester } from '../evaluate/requester';
import { CaseFault } from '../../../engine/case-answer';
import { fieldsOf, listOf, oneOrMore, textOf, type Fields } from '../../../engine/read-case';

/** A policy of a case with its name in the answer. */
export interface NamedPolicy {
  name: string;
  document: PolicyContent;
}

export interface AwsCase {
  requester: Requester;
  action: string;
  resource: string;
  /** Null where neither the case nor the ARN states it. */
  resourceAccount: string | null;
  /** Values by key name in lower case. */
  context: KnownKeys;
  /** The request carries no keys beyond the context. */
  contextIsComplete: boolean;
  identity: NamedPolicy[];
  boundary: NamedPolicy[] | null;
  session: NamedPolicy[] | null;
  /** One list per level, from the root to the account. */
  scps: NamedPolicy[][];
  rcps: NamedPolicy[][];
  endpoint: NamedPolicy[] | null;
  resourcePolicy: NamedPolicy[];
}

/**
 * Reads a simulator case.
 * @throws CaseFault with the faulty field and the reason
 */
export function readAwsCase(given: Fields): AwsCase {
  const request = fieldsOf(given.request, 'request');
  const requester = parseRequester(textOf(request.principal, 'request.principal'));
  if (!requester) throw new CaseFault('"request.principal" must be the ARN of a user, role or session, a service principal, or "*anonymous*".');
  const action = textOf(request.action, 'request.action');
  if (!/^[a-z0-9-]+:[a-z0-9]+$/i.test(action)) throw new CaseFault('"request.action" must be one action, such as "s3:GetObject".');
  const endpoint = policies(listOf(given.endpoint_policies, 'endpoint_policies'), 'endpoint_policies', 'the VPC endpoint policy');
  return {
    requester,
    action,
    resource: textOf(request.resource, 'request.resource'),
    resourceAccount: accountOfResource(request, requester),
    context: readContext(request.context),
    contextIsComplete: (given.context_complete ?? request.context_complete) === true,
    identity: policies(listOf(given.principal_policies, 'principal_policies'), 'principal_policies', 'the identity policy'),
    boundary: optional(given.boundary, 'boundary', 'the permissions boundary'),
    session: optional(given.session_policy, 'session_policy', 'the session policy'),
    scps: levels(given.scps, 'scps', 'the service control policy'),
    rcps: levels(given.rcps, 'rcps', 'the resource control policy'),
    endpoint: endpoint.length > 0 ? endpoint : null,
    resourcePolicy: optional(given.resource_policy, 'resource_policy', 'the resource policy') ?? [],
  };
}

/** Takes the stated account, else the ARN's, else the requester's: a bucket ARN names no account. */
function accountOfResource({ resource_account: stated, resource }: Fields, { accountId }: Requester): string | null {
  if (typeof stated === 'string' && stated !== '') return stated;
  const inArn = String(resource).split(':')[4] ?? '';
  return /^\d{12}$/.test(inArn) ? inArn : accountId;
}

function readContext(value: unknown): KnownKeys {
  if (value === undefined || value === null) return {};
  const entries = Object.entries(fieldsOf(value, 'request.context'));
  return Object.fromEntries(entries.map(([key, values]) => [key.toLowerCase(), oneOrMore(values)?.map(String) ?? null]));
}

function levels(value: unknown, place: string, kind: string): NamedPolicy[][] {
  return listOf(value, place).map((entry, index) => {
    const at = `${place}[${index}]`;
    const { orgIdentifier, policies: list } = fieldsOf(entry, at);
    const where = typeof orgIdentifier === 'string' ? ` at ${orgIdentifier}` : ` at level ${index + 1}`;
    return policies(listOf(list, `${at}.policies`), `${at}.policies`, `${kind}${where}`);
  });
}

function optional(value: unknown, place: string, kind: string): NamedPolicy[] | null {
  const list = oneOrMore(value);
  return list && policies(list, place, kind);
}

/** Each entry is a document, or an object with a `name` and the document in `policy`. */
function policies(list: readonly unknown[], place: string, kind: string): NamedPolicy[] {
  return list.map((entry, index) => {
    const at = list.length > 1 ? `${place}[${index}]` : place;
    const wrapped = typeof entry === 'object' && entry !== null && !('Statement' in entry) ? (entry as Fields) : null;
    const document = parsePolicyContent(wrapped ? (wrapped.policy ?? wrapped.document) : entry);
    if (!document) throw new CaseFault(`"${at}" is not a policy document.`);
    const [fault] = document.faults;
    if (fault) throw new CaseFault(`"${at}" at ${fault.place}: ${fault.message}`);
    const number = list.length > 1 ? ` ${index + 1}` : '';
    return { name: typeof wrapped?.name === 'string' ? `${kind} ${wrapped.name}` : `${kind}${number}`, document };
  });
}
