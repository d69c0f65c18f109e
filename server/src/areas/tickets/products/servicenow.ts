import { plainText } from '../markup';
import type { Category } from '../settle';
import { callProduct, type ProductCall, type Reach } from './call';
import { byLabel, pagesOf, type Product, type ProductSettings, type ProductTicket } from './product';

interface TaskRecord {
  sys_id: string;
  number: string;
  state: string;
  active: string;
  correlation_id: string;
}

/** States of an incident. @see https://www.servicenow.com/docs/csh?topicname=c_IncidentManagementStateModel.html */
const STATES: Readonly<Record<string, string>> = {
  1: 'New',
  2: 'In Progress',
  3: 'On Hold',
  6: 'Resolved',
  7: 'Closed',
  8: 'Canceled',
};
const DONE = ['6', '7', '8'];

/** Fields that only the end of an incident has. */
const CLOSING = { close_code: 'Solution provided', close_notes: 'A snapshot of CAM no longer shows the finding.' };

/**
 * Records of a ServiceNow table that extends `task` and has the states of an incident, by a user with the right to write it.
 * @see https://www.servicenow.com/docs/csh?topicname=c_TableAPI.html
 */
export function servicenow({ url, project, username, fields, token }: ProductSettings, reach: Reach): Product {
  const origin = url.replace(/\/+$/, '');
  const base = `${origin}/api/now/table/${encodeURIComponent(project)}`;
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
  const shown = 'sysparm_fields=sys_id,number,state,active,correlation_id&sysparm_display_value=false';
  const call = async <T>(method: ProductCall['method'], path: string, body?: unknown): Promise<T> =>
    (await callProduct<{ result: T }>({ method, url: new URL(base + path), headers, body }, reach)).result;
  const toTicket = ({ sys_id: id, number, state, active }: TaskRecord): ProductTicket => ({
    externalId: id,
    key: number,
    url: `${origin}/nav_to.do?uri=${encodeURIComponent(`${project}.do?sys_id=${id}`)}`,
    status: STATES[state] ?? `State ${state}`,
    category: categoryOf(state, active),
  });
  const search = (labels: readonly string[]): Promise<TaskRecord[]> =>
    call('GET', `?sysparm_query=${encodeURIComponent(`correlation_idIN${labels.join(',')}^ORDERBYsys_created_on`)}&sysparm_limit=100&${shown}`);
  const ofNew = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in CLOSING)));
  const ofEnd = { ...CLOSING, ...Object.fromEntries(Object.entries(fields).filter(([name]) => name in CLOSING)) };

  return {
    find: async (label) => {
      const [found] = await search([label]);
      return found ? toTicket(found) : null;
    },
    create: async ({ title, blocks, label }) => {
      const body = { ...ofNew, short_description: title, description: plainText(blocks), correlation_id: label, correlation_display: 'CAM' };
      return toTicket(await call('POST', `?${shown}`, body));
    },
    comment: async ({ externalId }, text) => {
      await call('PATCH', `/${encodeURIComponent(externalId)}?${shown}`, { work_notes: plainText([{ kind: 'text', text }]) });
    },
    move: async ({ externalId }, to) =>
      toTicket(await call('PATCH', `/${encodeURIComponent(externalId)}?${shown}`, to === 'DONE' ? { state: '6', ...ofEnd } : { state: '2' })),
    read: async (tickets) => {
      const all: ProductTicket[] = [];
      for (const page of pagesOf(tickets)) all.push(...(await search(page.map(({ label }) => label))).map(toTicket));
      return byLabel(tickets, all);
    },
  };
}

function categoryOf(state: string, active: string): Category {
  if (active === 'false' || DONE.includes(state)) return 'DONE';
  return state === '1' ? 'TODO' : 'DOING';
}
