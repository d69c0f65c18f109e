import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ConnectionKind, ProductKind } from '@cam/contracts';
import { startStandInServer, type StandInAnswer } from './stand-in-server';

/** A ticket in a stand-in of a product. */
export interface StandInTicket {
  id: number;
  title: string;
  /** The body as it was sent. */
  body: unknown;
  labels: string[];
  done: boolean;
  comments: string[];
  /** Other fields of the ticket. */
  fields: Record<string, unknown>;
}

interface Refusal {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Everything that has a stand-in here; that of Microsoft Teams is in teams-service.ts. */
export type StandInKind = Exclude<ConnectionKind, 'teams'>;

export const STAND_IN_TOKEN = 'product-token';
export const SLACK_CHANNEL = 'C0123456789';

/**
 * Starts stand-ins of the four products and of Slack on one port of loopback. They answer as the vendors' API references describe, as far as CAM calls them: Jira Cloud
 * REST 3 and Data Center REST 2, GitHub REST, GitLab REST 4 the ServiceNow Table API and Slack's Web API.
 */
export async function startTicketProducts() {
  const tickets: Record<ProductKind, StandInTicket[]> = { jira: [], github: [], gitlab: [], servicenow: [] };
  const calls: string[] = [];
  const refusals: Refusal[] = [];
  /** Jira shows no transition to these categories. */
  const forbiddenMoves = new Set<string>();
  let ids = 10_000;

  const add = (kind: ProductKind, title: unknown, body: unknown, labels: unknown, fields: Record<string, unknown> = {}): StandInTicket => {
    const ticket = { id: ++ids, title: String(title), body, labels: labels as string[], done: false, comments: [], fields };
    tickets[kind].push(ticket);
    return ticket;
  };
  const byId = (kind: ProductKind, id: string | undefined): StandInTicket | undefined => tickets[kind].find((ticket) => String(ticket.id) === id);

  const jira = (method: string, path: string, body: Record<string, never>): StandInAnswer => {
    const [, version, rest = ''] = /^\/rest\/api\/([23])(.*)$/.exec(path) ?? [];
    const issueOf = (ticket: StandInTicket) => ({
      id: String(ticket.id),
      key: `SEC-${ticket.id}`,
      fields: {
        labels: ticket.labels,
        status: ticket.done ? { name: 'Done', statusCategory: { key: 'done' } } : { name: 'To Do', statusCategory: { key: 'new' } },
      },
    });
    if (method === 'POST' && rest === '/issue') {
      const { project, issuetype, summary, description, labels, ...fields } = body.fields as unknown as Record<string, Record<string, string>>;
      if (project?.['key'] !== 'SEC') return { status: 400, body: { errorMessages: [], errors: { project: 'valid project is required' } } };
      // The project of the stand-in requires a team of bugs.
      if (issuetype?.['name'] === 'Bug' && fields.customfield_10010 === undefined)
        return { status: 400, body: { errorMessages: [], errors: { customfield_10010: 'Team is required.' } } };
      if ((version === '3') !== (typeof description === 'object'))
        return { status: 400, body: { errorMessages: ['Operation value must be an Atlassian Document'], errors: {} } };
      const made = add('jira', summary, description, labels, fields);
      return { status: 201, body: { id: String(made.id), key: `SEC-${made.id}`, self: '' } };
    }
    if (method === 'POST' && rest === (version === '3' ? '/search/jql' : '/search')) {
      const wanted = [...String(body.jql).matchAll(/"([^"]+)"/g)].map(([, label]) => label ?? '');
      return {
        status: 200,
        body: { issues: tickets.jira.filter(({ labels }) => labels.some((label) => wanted.includes(label))).map(issueOf), isLast: true },
      };
    }
    const [, id, action] = /^\/issue\/(\w+)(?:\/(\w+))?/.exec(rest) ?? [];
    const ticket = byId('jira', id);
    if (!ticket) return { status: 404, body: { errorMessages: ['Issue does not exist or you do not have permission to see it.'], errors: {} } };
    if (method === 'GET' && action === undefined) return { status: 200, body: issueOf(ticket) };
    if (method === 'POST' && action === 'comment') {
      ticket.comments.push(JSON.stringify(body.body));
      return { status: 201, body: { id: '1' } };
    }
    const transitions = [
      { id: '11', name: 'To Do', to: { statusCategory: { key: 'new' } } },
      { id: '31', name: 'Done', to: { statusCategory: { key: 'done' } } },
    ].filter(({ to }) => !forbiddenMoves.has(to.statusCategory.key));
    if (method === 'GET' && action === 'transitions') return { status: 200, body: { transitions } };
    if (method === 'POST' && action === 'transitions') {
      ticket.done = (body.transition as unknown as { id: string }).id === '31';
      return { status: 204 };
    }
    return { status: 405, body: {} };
  };

  const github = (method: string, path: string, body: Record<string, unknown>): StandInAnswer => {
    const url = new URL(path, 'http://stand-in');
    const [, number, action] = /^\/repos\/acme\/access\/issues(?:\/(\d+))?(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    const issueOf = (ticket: StandInTicket) => ({
      ...{ id: ticket.id, number: ticket.id - 10_000, html_url: `https://github.example/acme/access/issues/${ticket.id - 10_000}` },
      ...{ state: ticket.done ? 'closed' : 'open', state_reason: ticket.done ? 'completed' : null },
    });
    if (!url.pathname.startsWith('/repos/acme/access/issues')) return { status: 404, body: { message: 'Not Found' } };
    if (number === undefined && method === 'POST') return { status: 201, body: issueOf(add('github', body.title, body.body, body.labels)) };
    if (number === undefined) {
      const label = url.searchParams.get('labels') ?? '';
      const [page, size] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('per_page') ?? 30)];
      const found = tickets.github.filter(({ labels }) => labels.includes(label));
      return { status: 200, body: found.slice((page - 1) * size, page * size).map(issueOf) };
    }
    const ticket = byId('github', String(Number(number) + 10_000));
    if (!ticket) return { status: 410, body: { message: 'This issue was deleted' } };
    if (method === 'POST' && action === 'comments') ticket.comments.push(String(body.body));
    if (method === 'PATCH') ticket.done = body.state === 'closed';
    return { status: method === 'POST' ? 201 : 200, body: issueOf(ticket) };
  };

  const gitlab = (method: string, path: string, body: Record<string, unknown>): StandInAnswer => {
    const url = new URL(path, 'http://stand-in');
    const [, project, iid, action] = /^\/api\/v4\/projects\/([^/]+)\/issues(?:\/(\d+))?(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    const issueOf = (ticket: StandInTicket) => ({
      ...{ id: ticket.id, iid: ticket.id - 10_000, web_url: `https://gitlab.example/acme/access/-/issues/${ticket.id - 10_000}` },
      state: ticket.done ? 'closed' : 'opened',
    });
    if (project !== 'acme%2Faccess') return { status: 404, body: { message: '404 Project Not Found' } };
    if (iid === undefined && method === 'POST')
      return { status: 201, body: issueOf(add('gitlab', body.title, body.description, String(body.labels).split(','))) };
    if (iid === undefined) {
      const [label, iids] = [url.searchParams.get('labels'), url.searchParams.getAll('iids[]')];
      return {
        status: 200,
        body: tickets.gitlab.filter(({ id, labels }) => (label ? labels.includes(label) : iids.includes(String(id - 10_000)))).map(issueOf),
      };
    }
    const ticket = byId('gitlab', String(Number(iid) + 10_000));
    if (!ticket) return { status: 404, body: { message: '404 Issue Not Found' } };
    if (method === 'POST' && action === 'notes') ticket.comments.push(String(body.body));
    if (method === 'PUT') ticket.done = body.state_event === 'close';
    return { status: method === 'POST' ? 201 : 200, body: issueOf(ticket) };
  };

  const servicenow = (method: string, path: string, body: Record<string, unknown>): StandInAnswer => {
    const url = new URL(path, 'http://stand-in');
    const [, table, id] = /^\/api\/now\/table\/(\w+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    const failed = (status: number, message: string, detail: string): StandInAnswer => ({
      status,
      body: { error: { message, detail }, status: 'failure' },
    });
    if (table !== 'incident') return failed(400, 'Invalid table', String(table));
    const recordOf = (ticket: StandInTicket) => ({
      ...{ sys_id: String(ticket.id), number: `INC00${ticket.id}`, state: ticket.done ? '6' : '1', active: 'true' },
      correlation_id: ticket.labels[0],
    });
    if (method === 'POST')
      return { status: 201, body: { result: recordOf(add('servicenow', body.short_description, body.description, [body.correlation_id], body)) } };
    if (method === 'GET') {
      const wanted = /correlation_idIN([^^]*)/.exec(url.searchParams.get('sysparm_query') ?? '')?.[1]?.split(',') ?? [];
      return { status: 200, body: { result: tickets.servicenow.filter(({ labels }) => wanted.includes(labels[0] ?? '')).map(recordOf) } };
    }
    const ticket = byId('servicenow', id);
    if (!ticket) return failed(404, 'No Record found', 'Record doesn’t exist or ACL restricts the record retrieval');
    if (body.work_notes !== undefined) ticket.comments.push(String(body.work_notes));
    if (body.state === '6' && (body.close_code === undefined || body.close_notes === undefined))
      return failed(403, 'Operation Failed', 'Data Policy Exception: the following fields are mandatory: Resolution code, Resolution notes');
    if (body.state !== undefined) ticket.done = body.state === '6';
    return { status: 200, body: { result: recordOf(ticket) } };
  };

  const slackCalls: { method: string; body: Record<string, never> }[] = [];
  const slack = (_method: string, path: string, body: Record<string, unknown>): StandInAnswer => {
    const method = path.replace('/api/', '');
    if (body.channel !== undefined && body.channel !== SLACK_CHANNEL) return { status: 200, body: { ok: false, error: 'channel_not_found' } };
    slackCalls.push({ method, body: body as Record<string, never> });
    return { status: 200, body: { ok: true, channel: body.channel, ts: `17000.${slackCalls.length}` } };
  };

  const products = { jira, github, gitlab, servicenow, slack } as const;
  const isSignedIn = (kind: StandInKind, { authorization, 'private-token': own }: IncomingMessage['headers']): boolean => {
    if (kind === 'gitlab') return own === STAND_IN_TOKEN;
    const text = String(authorization);
    return text === `Bearer ${STAND_IN_TOKEN}` || Buffer.from(text.replace('Basic ', ''), 'base64').toString().endsWith(`:${STAND_IN_TOKEN}`);
  };
  const answer = (request: IncomingMessage, text: string): StandInAnswer => {
    const [, kind, path = ''] = /^\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? [];
    calls.push(`${request.method} ${request.url}`);
    const refusal = refusals.shift();
    if (refusal) return { body: {}, ...refusal };
    if (!isSignedIn(kind as StandInKind, request.headers)) return { status: 401, body: { message: 'Bad credentials' } };
    return products[kind as StandInKind](request.method ?? '', path, (text === '' ? {} : JSON.parse(text)) as Record<string, never>);
  };
  const { origin, stop } = await startStandInServer(answer);
  return {
    tickets,
    calls,
    /** Calls of Slack's Web API. */
    slackCalls,
    forbiddenMoves,
    /** Address of a product. */
    urlOf: (kind: StandInKind) => `${origin}/${kind}`,
    /** Answers the next calls of any product like this. */
    refuse: (...next: Refusal[]) => void refusals.push(...next),
    stop,
  };
}

/** Returns the message of a product about a changed ticket, as it sends it, with the headers that sign it. */
export function messageOf(kind: ProductKind, { id }: StandInTicket, secret: string): { content: string; headers: Record<string, string> } {
  // The spaces are those of the sender: the same message in another serialisation has another signature.
  const content = {
    jira: () => `{ "timestamp": ${Date.now()}, "webhookEvent": "jira:issue_updated", "issue": { "id": "${id}", "key": "SEC-${id}" } }`,
    github: () => `{ "action": "closed", "issue": { "id": ${id}, "number": ${id - 10_000}, "state": "closed" }, "at": ${Date.now()} }`,
    gitlab: () => `{ "object_kind": "issue", "object_attributes": { "id": ${id}, "iid": ${id - 10_000}, "action": "close" }, "at": ${Date.now()} }`,
    servicenow: () => `{ "sys_id": "${id}", "sent_at": ${Date.now()} }`,
  }[kind]();
  const signature = `sha256=${createHmac('sha256', secret).update(content).digest('hex')}`;
  const headers: Record<ProductKind, Record<string, string>> = {
    jira: { 'x-hub-signature': signature },
    github: { 'x-hub-signature-256': signature, 'x-github-event': 'issues' },
    gitlab: { 'x-gitlab-token': secret },
    servicenow: { authorization: `Bearer ${secret}` },
  };
  return { content, headers: headers[kind] };
}

/** Returns an interaction as Slack sends and signs it. @param at s since 1970 */
export function interactionOf(
  payload: object,
  secret: string,
  at = Math.floor(Date.now() / 1000),
): { content: string; headers: Record<string, string> } {
  const content = `payload=${encodeURIComponent(JSON.stringify(payload))}`;
  const signature = createHmac('sha256', secret).update(`v0:${at}:${content}`).digest('hex');
  return { content, headers: { 'x-slack-request-timestamp': String(at), 'x-slack-signature': `v0=${signature}` } };
}
