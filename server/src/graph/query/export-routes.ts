import { grantingPolicies, typeName, type AccessRow, type UsageEvent } from '@cam/contracts/server';
import { chosenColumns, csvReply, type Columns } from '../../platform/http/csv-reply';
import type { FileReply } from '../../platform/http/file-reply';
import type { Mount } from '../../platform/http/mount';
import type { AnswerPage } from './read-page';
import type { QueryCaller, QueryService } from './service';

const ACCESS: Columns<AccessRow> = {
  identityType: { title: 'Identity Type', value: (row) => (row.identity_type === '' ? '' : typeName(row.identity_type)) },
  identity: { title: 'Identities', value: (row) => row.identity },
  uri: { title: 'URI', value: (row) => row.identity_uri },
  resourceType: { title: 'Resource Type', value: (row) => (row.resource_type === '' ? '' : typeName(row.resource_type)) },
  resource: { title: 'Resource', value: (row) => row.resource },
  resourceUri: { title: 'Resource URI', value: (row) => row.resource_uri },
  identitySource: { title: 'User Source', value: (row) => row.identity_account_name },
  resourceSource: { title: 'Resource Source', value: (row) => row.resource_account_name },
  actions: { title: 'Actions', value: (row) => row.actions_str },
  conditional: { title: 'Conditional Actions', value: (row) => row.conditional_actions_str },
  change: { title: 'Change', value: (row) => row.change },
  before: { title: 'Actions Before', value: (row) => row.actions_before },
  conditionalBefore: { title: 'Conditional Actions Before', value: (row) => row.conditional_actions_before },
};

/** Columns that need the granting policies or the last use of each row, so only files that ask for them have them. */
const VIA: Columns<AccessRow> = { via: { title: 'Via', value: (row) => grantingPolicies(row).join(', ') } };
const LAST_USED: Columns<AccessRow> = { lastUsed: { title: 'Last Used (UTC)', value: (row) => row.last_used ?? 'No logged use' } };

const EVENTS: Columns<UsageEvent> = {
  event: { title: 'Event Name', value: (row) => row.event_name },
  identity: { title: 'Identity', value: (row) => row.identity_name },
  identitySource: { title: 'Identity Source', value: (row) => row.identity_account_name },
  resource: { title: 'Resource', value: (row) => row.resource_name },
  resourceSource: { title: 'Resource Source', value: (row) => row.resource_account_name },
  ip: { title: 'IP Address', value: (row) => row.ip_address },
  userAgent: { title: 'User Agent', value: (row) => row.user_agent },
  timestamp: { title: 'Timestamp', value: (row) => row.timestamp },
};

/** Returns all results of a query as a file. An invalid query is rejected before the file starts. */
export async function exportAnswer(
  queries: Pick<QueryService, 'pages'>,
  tenantId: string,
  {
    input,
    name = 'Total Access Paths',
    search,
    columns,
    ...caller
  }: { input: string; name?: string; search?: string; columns?: string } & Pick<QueryCaller, 'accountId'>,
): Promise<FileReply> {
  const keys = new Set(columns?.split(','));
  const [policies, lastUse] = [keys.has('via'), keys.has('lastUsed')];
  const pages = queries.pages(tenantId, input, { ...caller, policies, lastUse });
  const first = await pages.next();
  const isOfEvents = !first.done && first.value.kind === 'events';
  const title = { name: isOfEvents ? 'Events' : name, search, partial: first.done ? [] : first.value.partial };
  return isOfEvents
    ? csvReply(
        title,
        chosenColumns(EVENTS, columns),
        partsOf(first, pages, ({ events }) => events),
      )
    : csvReply(
        title,
        chosenColumns({ ...ACCESS, ...(policies ? VIA : {}), ...(lastUse ? LAST_USED : {}) }, columns),
        partsOf(first, pages, ({ rows }) => rows),
      );
}

/** Mounts the routes that export all results of a query. */
export function queryExportRoutes(mount: Mount, queries: QueryService): void {
  mount('POST /v1/graph-querymgr/autocomplete-user/export', ({ tenantId, body: { input, name, search, columns, account_id } }) =>
    exportAnswer(queries, tenantId, { input, name, search, columns, accountId: account_id ?? null }),
  );
}

async function* partsOf<Row>(
  first: IteratorResult<AnswerPage>,
  rest: AsyncIterable<AnswerPage>,
  rowsOf: (page: AnswerPage) => Row[],
): AsyncGenerator<Row[]> {
  if (!first.done) yield rowsOf(first.value);
  for await (const page of rest) yield rowsOf(page);
}
