import { markdown } from '../markup';
import { callProduct, ProductError, type ProductCall, type Reach } from './call';
import { ifMissing } from './jira';
import { byLabel, PAGE, type Product, type ProductSettings, type ProductTicket } from './product';

interface Issue {
  id: number;
  number: number;
  html_url: string;
  state: 'open' | 'closed';
  state_reason?: string | null;
}

/** Tickets that are read one by one rather than with all of the repository. */
const FEW = 5;

/**
 * Issues of a GitHub repository, by a fine-grained token with the right to write issues.
 * @see https://docs.github.com/en/rest/issues/issues
 */
export function github({ url, project, token }: ProductSettings, reach: Reach): Product {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
  const base = `${url.replace(/\/+$/, '')}/repos/${project.split('/').map(encodeURIComponent).join('/')}/issues`;
  const call = <T>(method: ProductCall['method'], path: string, body?: unknown): Promise<T> =>
    callProduct<T>({ method, url: new URL(base + path), headers, body }, reach);
  const toTicket = ({ id, number, html_url: address, state, state_reason: reason }: Issue): ProductTicket => ({
    externalId: String(id),
    key: `#${number}`,
    url: address,
    status: state === 'closed' && reason === 'not_planned' ? 'closed as not planned' : state,
    category: state === 'closed' ? 'DONE' : 'TODO',
  });
  const numberOf = (key: string): string => encodeURIComponent(key.replace(/^#/, ''));
  const list = async (): Promise<Issue[]> => {
    const all: Issue[] = [];
    for (let page = 1; ; page++) {
      const issues = await call<Issue[]>('GET', `?state=all&labels=cam&per_page=${PAGE}&page=${page}`);
      all.push(...issues);
      if (issues.length < PAGE) return all;
    }
  };

  return {
    find: async (label) => {
      const [found] = await call<Issue[]>('GET', `?state=all&labels=${encodeURIComponent(label)}&per_page=1`);
      return found ? toTicket(found) : null;
    },
    create: async ({ title, blocks, label }) => toTicket(await call('POST', '', { title, body: markdown(blocks), labels: ['cam', label] })),
    comment: async ({ key }, text) => call('POST', `/${numberOf(key)}/comments`, { body: markdown([{ kind: 'text', text }]) }),
    move: async ({ key }, to) =>
      toTicket(
        await call(
          'PATCH',
          `/${numberOf(key)}`,
          to === 'DONE' ? { state: 'closed', state_reason: 'completed' } : { state: 'open', state_reason: 'reopened' },
        ),
      ),
    read: async (tickets) => {
      // A repository lists its issues in pages, and cannot be asked for some of them.
      const listed = tickets.length > FEW ? await list() : [];
      const found = byLabel(tickets, listed.map(toTicket));
      for (const { key, label } of tickets.filter((ticket) => !found.has(ticket.label))) {
        const one = await call<Issue>('GET', `/${numberOf(key)}`)
          .catch(ifMoved)
          .catch(ifMissing);
        if (one) found.set(label, toTicket(one));
      }
      return found;
    },
  };
}

/** GitHub redirects from an issue that was moved to another repository, which the token may not cover. */
function ifMoved(error: unknown): null {
  if (error instanceof ProductError && error.status === 301) return null;
  throw error;
}
