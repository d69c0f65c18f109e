import { markdown } from '../markup';
import { callProduct, type ProductCall, type Reach } from './call';
import { byLabel, PAGE, pagesOf, type Product, type ProductSettings, type ProductTicket } from './product';

interface Issue {
  id: number;
  iid: number;
  web_url: string;
  state: 'opened' | 'closed';
}

/**
 * Issues of a GitLab project, by a project or personal access token with the scope `api`.
 * @see https://docs.gitlab.com/api/issues/
 */
export function gitlab({ url, project, token }: ProductSettings, reach: Reach): Product {
  const base = `${url.replace(/\/+$/, '')}/api/v4/projects/${encodeURIComponent(project)}/issues`;
  const call = <T>(method: ProductCall['method'], path: string, body?: unknown): Promise<T> =>
    callProduct<T>({ method, url: new URL(base + path), headers: { 'private-token': token }, body }, reach);
  const toTicket = ({ id, iid, web_url: address, state }: Issue): ProductTicket => ({
    externalId: String(id),
    key: `#${iid}`,
    url: address,
    status: state,
    category: state === 'closed' ? 'DONE' : 'TODO',
  });
  const numberOf = (key: string): string => encodeURIComponent(key.replace(/^#/, ''));

  return {
    find: async (label) => {
      const [found] = await call<Issue[]>('GET', `?labels=${encodeURIComponent(label)}&per_page=1`);
      return found ? toTicket(found) : null;
    },
    create: async ({ title, blocks, label }) => toTicket(await call('POST', '', { title, description: markdown(blocks), labels: `cam,${label}` })),
    comment: async ({ key }, text) => call('POST', `/${numberOf(key)}/notes`, { body: markdown([{ kind: 'text', text }]) }),
    move: async ({ key }, to) => toTicket(await call('PUT', `/${numberOf(key)}`, { state_event: to === 'DONE' ? 'close' : 'reopen' })),
    read: async (tickets) => {
      const all: ProductTicket[] = [];
      for (const page of pagesOf(tickets)) {
        const query = page.map(({ key }) => `iids[]=${numberOf(key)}`).join('&');
        all.push(...(await call<Issue[]>('GET', `?${query}&per_page=${PAGE}`)).map(toTicket));
      }
      return byLabel(tickets, all);
    },
  };
}
