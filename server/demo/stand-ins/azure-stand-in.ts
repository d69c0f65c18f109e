import { type DemoBundle, type DemoFile, jsonFile } from '../files';
import { microsoftFailure, MicrosoftTokenService, type StandInApplication } from './microsoft-token-service';
import { pageOf, Seed, sizeFor, type PageSize } from './seed';
import { StandIn, type StandInReply, type StandInRequest } from './stand-in';

interface Options extends StandInApplication {
  pageSize?: PageSize;
}

type Entry = Record<string, unknown>;

/**
 * Converts a subscription's bundle from the format of `az` to that of Azure's API: fields move under `properties`, and the names that `az` looks
 * up are removed.
 * @param reach first day of the activity log, as an ISO day; absent for the whole log
 */
export function toAzureApiFormat(bundle: DemoBundle, reach = ''): DemoBundle {
  const seed = new Seed(bundle);
  const files = (): DemoFile[] => [
    ...seed.paths.filter((path) => !/^(?:role-|management-groups|activity)/.test(path)).map((path) => jsonFile(path, seed.file(path))),
    jsonFile(
      'activity-log.json',
      seed.list('activity-log.json').filter(({ eventTimestamp }) => String(eventTimestamp) >= reach),
    ),
    jsonFile('role-assignments.json', seed.list('role-assignments.json').map(nested)),
    jsonFile('role-definitions.json', seed.list('role-definitions.json').map(nestedRole)),
    jsonFile('management-groups.json', nested(seed.file('management-groups.json') as Entry)),
  ];
  return { ...bundle, files };
}

function nested({ id, name, type, principalName: _principal, roleDefinitionName: _role, ...properties }: Entry): Entry {
  return { id, name, type, properties };
}

/** Moves the kind of a role, whose field name is also that of the entry's type. */
function nestedRole({ roleType, ...role }: Entry): Entry {
  const { properties, ...entry } = nested(role);
  return { ...entry, properties: { ...(properties as Entry), type: roleType } };
}

/** Stands in for Azure Resource Manager with the subscriptions of some bundles. Other requests than those of a pull get 404. */
export function startAzureStandIn(bundles: readonly DemoBundle[], { pageSize = 1000, ...application }: Options): Promise<StandIn> {
  const subscriptions = new Map(bundles.map((bundle) => [bundle.accountId, { name: bundle.name, seed: new Seed(toAzureApiFormat(bundle)) }]));
  const tokens = new MicrosoftTokenService(application);
  return StandIn.start((request) => {
    const { path, query } = request;
    const refused = tokens.reply(request);
    if (refused) return refused;
    if (!query.has('api-version'))
      return microsoftFailure(400, 'MissingApiVersionParameter', 'The api-version query parameter (?api-version=) is required.');
    if (path === '/subscriptions') {
      const rows = [...subscriptions].map(([subscriptionId, { name }]) => ({ id: `/subscriptions/${subscriptionId}`, subscriptionId, displayName: name, state: 'Enabled', tenantId: application.tenantId })); // prettier-ignore
      return listed(request, rows, pageSize);
    }
    if (path.startsWith('/providers/Microsoft.Management/managementGroups/')) {
      const [first] = subscriptions.values();
      return first ? { body: first.seed.file('management-groups.json') } : microsoftFailure(404, 'NotFound', 'No such management group.');
    }
    if (path === '/providers/Microsoft.ResourceGraph/resources') return rowsOf(request, subscriptions, pageSize);
    const [, id = '', type = ''] = /^\/subscriptions\/([^/]+)\/providers\/Microsoft\.\w+\/(.+)$/.exec(path) ?? [];
    const entries = entriesOf(subscriptions.get(id)?.seed, type, query.get('$filter') ?? '');
    return entries
      ? listed(request, entries, pageSize)
      : microsoftFailure(404, 'SubscriptionNotFound', `The subscription '${id}' could not be found.`);
  });
}

function entriesOf(seed: Seed | undefined, type: string, filter: string): Entry[] | null {
  if (!seed) return null;
  if (type === 'roleAssignments') return seed.list('role-assignments.json');
  if (type === 'roleEligibilityScheduleInstances') return seed.list('eligible-role-assignments.json');
  if (type === 'roleDefinitions') return seed.list('role-definitions.json');
  if (type === 'denyAssignments') return (seed.file('deny-assignments.json') as { value: Entry[] } | undefined)?.value ?? [];
  if (type !== 'eventtypes/management/values') return null;
  const [, since = '', until = '9'] = /ge '([^']+)' and eventTimestamp le '([^']+)'/.exec(filter) ?? [];
  const isWithin = ({ eventTimestamp }: Entry): boolean =>
    Date.parse(String(eventTimestamp)) >= Date.parse(since) && Date.parse(String(eventTimestamp)) <= Date.parse(until);
  return seed.list('activity-log.json').filter(isWithin);
}

function rowsOf({ body }: StandInRequest, subscriptions: ReadonlyMap<string, { seed: Seed }>, pageSize: PageSize): StandInReply {
  const { subscriptions: [id = ''] = [], options } = JSON.parse(body) as { subscriptions?: string[]; options: { $top: number; $skipToken?: string } };
  const rows = (subscriptions.get(id)?.seed.file('resources.json') as { data: Entry[] } | undefined)?.data ?? [];
  const { items, next } = pageOf(rows, Number(options.$skipToken ?? 0), Math.min(options.$top, sizeFor(pageSize, rows)));
  const more = next === null ? {} : { $skipToken: String(next) };
  return { body: { totalRecords: rows.length, count: items.length, data: items, resultTruncated: 'false', ...more } };
}

/** Responds with a page. The next-page link has Azure's address, not that of the stand-in. */
function listed({ path, query }: StandInRequest, all: readonly Entry[], pageSize: PageSize): StandInReply {
  const { items, next } = pageOf(all, Number(query.get('$skiptoken') ?? 0), sizeFor(pageSize, all));
  const following = new URLSearchParams(query);
  following.set('$skiptoken', String(next));
  return { body: { value: items, ...(next === null ? {} : { nextLink: `https://management.azure.com${path}?${following}` }) } };
}
