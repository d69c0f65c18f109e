import { adf, wiki } from '../markup';
import type { Category } from '../settle';
import { callProduct, type ProductCall, type Reach } from './call';
import { pagesOf, type Product, type ProductSettings, type ProductTicket, type TicketId } from './product';

interface Issue {
  id: string;
  key: string;
  fields: { status: { name: string; statusCategory?: { key: string } }; labels?: string[] };
}

interface Transition {
  id: string;
  to: { statusCategory?: { key: string } };
}

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-workflow-status-categories/ */
const CATEGORIES: Readonly<Record<string, Category>> = { new: 'TODO', undefined: 'TODO', indeterminate: 'DOING', done: 'DONE' };

const FIELDS = ['status', 'labels'];

/**
 * Jira Cloud (REST 3, a user with an API token) or Jira Data Center (REST 2, a personal access token).
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/ and https://developer.atlassian.com/server/jira/platform/rest/v11002/intro/
 */
export function jira({ url, project, username, issue_type: type, fields, token }: ProductSettings, reach: Reach): Product {
  const isCloud = username !== '';
  const authorization = isCloud ? `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` : `Bearer ${token}`;
  const base = `${url.replace(/\/+$/, '')}/rest/api/${isCloud ? 3 : 2}`;
  const call = <T>(method: ProductCall['method'], path: string, body?: unknown): Promise<T> =>
    // Data Center refuses changes from programs that look like browsers without this header.
    callProduct<T>({ method, url: new URL(base + path), headers: { authorization, 'x-atlassian-token': 'no-check' }, body }, reach);
  const toTicket = ({ id, key, fields: { status } }: Issue): ProductTicket => ({
    externalId: id,
    key,
    url: `${url.replace(/\/+$/, '')}/browse/${encodeURIComponent(key)}`,
    status: status.name,
    category: CATEGORIES[status.statusCategory?.key ?? ''] ?? 'DOING',
  });
  const text = (words: string): unknown => (isCloud ? adf([{ kind: 'text', text: words }]) : wiki([{ kind: 'text', text: words }]));
  /** Labels stay when an issue moves to another project, and an unknown one is no error, unlike an unknown id. */
  const search = async (labels: readonly string[]): Promise<Issue[]> => {
    const body = { jql: `labels in (${labels.map((label) => `"${label}"`).join(', ')}) order by created asc`, fields: FIELDS, maxResults: 100 };
    return (await call<{ issues?: Issue[] }>('POST', isCloud ? '/search/jql' : '/search', body)).issues ?? [];
  };
  const issue = ({ externalId }: Pick<TicketId, 'externalId'>): Promise<Issue> =>
    call('GET', `/issue/${encodeURIComponent(externalId)}?fields=${FIELDS.join(',')}`);

  return {
    find: async (label) => {
      const [found] = await search([label]);
      return found ? toTicket(found) : null;
    },
    create: async ({ title, blocks, label }) => {
      const own = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(value)]));
      const made = await call<{ id: string }>('POST', '/issue', {
        fields: {
          ...own,
          project: { key: project },
          issuetype: { name: type || 'Task' },
          summary: title,
          description: isCloud ? adf(blocks) : wiki(blocks),
          labels: ['cam', label],
        },
      });
      return toTicket(await issue({ externalId: made.id }));
    },
    comment: async ({ externalId }, words) => call('POST', `/issue/${encodeURIComponent(externalId)}/comment`, { body: text(words) }),
    move: async ({ externalId }, to) => {
      const path = `/issue/${encodeURIComponent(externalId)}/transitions`;
      const { transitions } = await call<{ transitions: Transition[] }>('GET', path);
      const toOf = ({ to: { statusCategory } }: Transition): Category => CATEGORIES[statusCategory?.key ?? ''] ?? 'DOING';
      const chosen =
        to === 'DONE'
          ? transitions.find((one) => toOf(one) === 'DONE')
          : (transitions.find((one) => toOf(one) === 'TODO') ?? transitions.find((one) => toOf(one) === 'DOING'));
      if (!chosen) return null;
      await call('POST', path, { transition: { id: chosen.id } });
      return toTicket(await issue({ externalId }));
    },
    read: async (tickets) => {
      const labels = new Set(tickets.map(({ label }) => label));
      const found = new Map<string, ProductTicket>();
      const byId = new Map(tickets.map(({ externalId, label }) => [externalId, label]));
      for (const page of pagesOf([...labels])) {
        for (const one of await search(page)) {
          const label = byId.get(one.id);
          if (label !== undefined) found.set(label, toTicket(one));
        }
      }
      // Somebody may have removed the label.
      for (const ticket of tickets.filter(({ label }) => !found.has(label))) {
        const one = await issue(ticket).catch(ifMissing);
        if (one) found.set(ticket.label, toTicket(one));
      }
      return found;
    },
  };
}

/** Returns null for a ticket that does not exist, or that the account may not see. @throws other errors */
export function ifMissing(error: unknown): null {
  const { status } = error as { status?: number };
  if (status === 404 || status === 410) return null;
  throw error;
}

/** A field that is not a text is entered as JSON: `{"value": "High"}`, `["team-a"]`, `3`. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
