import type { AccessRow, AutocompleteAnswer, UsageEvent } from '@cam/contracts';
import { api, type ApiResult } from './client';

interface Asker {
  token: string;
  url?: string;
}

interface WholeAnswer {
  status: number;
  rows: AccessRow[];
  events: UsageEvent[];
}

/** The most pages to read of an answer. */
const PAGES = 5;

/** Queries that test the hops and grants of a path, which an answer within accounts knows in part only. */
const OF_PATHS = /\b(via|with-role|with-scope)\b/;

/** Reads an answer through the pages of its session. */
async function answerTo(input: string, { token, url }: Asker, accountId?: string): Promise<WholeAnswer & { isWhole: boolean }> {
  const filter = accountId === undefined ? {} : { account_id: accountId };
  const rows: AccessRow[] = [];
  const events: UsageEvent[] = [];
  let session: string | null = null;
  for (let page = 0; page < PAGES; page++) {
    const session_props: object = { batch_size: 1000, ...(session === null ? {} : { session_id: session, is_next: true }) };
    const { status, body }: ApiResult<AutocompleteAnswer> = await api(
      'POST /v1/graph-querymgr/autocomplete-user',
      { body: { input, session_props, ...filter } },
      token,
      url,
    );
    if (status !== 200) return { status, rows: [], events: [], isWhole: true };
    rows.push(...body.result_table);
    events.push(...body.usage_table);
    session = body.session_id;
    if (!body.has_next) return { status, rows, events, isWhole: true };
  }
  return { status: 200, rows, events, isWhole: false };
}

/** Compares what a limited caller gets with the whole answer: the same rows, as far as both of their ends are in the accounts, and nothing else. */
export interface ComparedAnswer {
  input: string;
  /** Rows and events of the limited caller that the whole answer lacks, or that have an end in another account. */
  surplus: string[];
  /** Rows and events of the whole answer within the accounts that the limited caller lacks. */
  missing: string[];
  /** Rows and events that the limit hides. */
  hidden: number;
  shown: number;
}

export async function compareAnswers(input: string, whole: Asker, limited: Asker, accounts: readonly string[]): Promise<ComparedAnswer> {
  const all = await answerTo(input, whole, accounts.join(','));
  const own = await answerTo(input, limited);
  if (all.status !== own.status) throw new Error(`${input}: ${all.status} without a limit, ${own.status} with it`);
  const isIn = (...ends: string[]): boolean => ends.every((id) => id === '' || accounts.includes(id));
  const within = [
    ...all.rows.filter((row) => isIn(row.identityAccountID, row.resourceAccountID)).map(keyOfRow),
    ...all.events.filter(isEventWithin).map(keyOfEvent),
  ];
  const got = [...own.rows.map(keyOfRow), ...own.events.map(keyOfEvent)];
  const outside = own.rows.filter((row) => !isIn(row.identityAccountID, row.resourceAccountID)).map(keyOfRow);
  const [known, found] = [new Set(within), new Set(got)];
  return {
    input,
    surplus: [...outside, ...(all.isWhole ? got.filter((key) => !known.has(key)) : [])],
    missing: OF_PATHS.test(input) || !own.isWhole ? [] : within.filter((key) => !found.has(key)),
    hidden: all.rows.length + all.events.length - within.length,
    shown: got.length,
  };

  function isEventWithin({ identity_uri, identity_account_id, resource_uri, resource_account_id, resource_name }: UsageEvent): boolean {
    if (identity_uri === '' || !isIn(identity_account_id)) return false;
    return resource_uri === '' ? resource_name === '' : isIn(resource_account_id);
  }
}

/** The policies of a row may belong to other accounts, and the access of a path that the limited caller knows in part may be less. */
function keyOfRow({ policies: _policies, actions_str: actions, conditional_actions_str: conditional, ...row }: AccessRow): string {
  return JSON.stringify([row.identity_uri, row.resource_uri, row.change, row.change === undefined ? [actions, conditional] : row]);
}

function keyOfEvent({ session: _session, identity_account_name: _account, resource_account_name: _other, ...event }: UsageEvent): string {
  return JSON.stringify(event);
}
