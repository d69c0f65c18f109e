import { BUILT_IN_ROLES } from '../../src/graph';
import type { DemoBundle } from '../files';
import { microsoftFailure, MicrosoftTokenService, type StandInApplication } from './microsoft-token-service';
import { pageOf, Seed, sizeFor, type PageSize } from './seed';
import { StandIn, type StandInReply, type StandInRequest } from './stand-in';

interface Options extends StandInApplication {
  pageSize?: PageSize;
}

type Entry = Record<string, unknown>;

/** Stands in for the token service and Microsoft Graph with the bundle of a directory. Other requests than those of a pull get 404. */
export function startEntraStandIn(bundle: Pick<DemoBundle, 'files'>, { pageSize = 999, ...application }: Options): Promise<StandIn> {
  const seed = new Seed(bundle);
  const tokens = new MicrosoftTokenService(application);
  return StandIn.start((request) => {
    const refused = tokens.reply(request);
    if (refused) return refused;
    const entries = entriesOf(seed, request, application.tenantId);
    return entries ? listed(request, entries, pageSize) : microsoftFailure(404, 'Request_ResourceNotFound', 'Resource does not exist.');
  });
}

function entriesOf(seed: Seed, { path, query }: StandInRequest, tenantId: string): Entry[] | null {
  const [, first = '', id = '', last] = /^\/v1\.0\/(\w+)(?:\/([^/]+))?(?:\/(.+))?$/.exec(path) ?? [];
  const value = (file: string): Entry[] => ((seed.file(file) as { value?: Entry[] } | undefined)?.value ?? []) as Entry[];
  if (path === '/v1.0/organization') return [{ id: tenantId, displayName: 'Kestrel Harbor' }];
  if (path === '/v1.0/users') return value('users.json');
  if (path === '/v1.0/reports/authenticationMethods/userRegistrationDetails') return value('user-registration-details.json');
  if (path === '/v1.0/groups') return value('groups.json');
  if (path === '/v1.0/servicePrincipals') return value('service-principals.json').filter((entry) => isAsked(entry, query.get('$filter')));
  if (first === 'groups' && last === 'members') return value(`group-members/${id}.json`);
  if (first === 'servicePrincipals' && last === 'appRoleAssignedTo') return value(`app-role-assignments/${id}.json`);
  if (path.endsWith('/directory/roleDefinitions'))
    return Object.entries(BUILT_IN_ROLES).map(([role, { name, actions }]) => definition(role, name, actions));
  if (path.endsWith('/directory/roleAssignments')) return value('directory-roles.json').flatMap(assignmentsOf);
  if (path.endsWith('/directory/roleEligibilityScheduleInstances')) return value('directory-roles/eligible.json');
  if (path === '/v1.0/identity/conditionalAccess/policies') return value('conditional-access-policies.json');
  if (path === '/v1.0/identity/conditionalAccess/namedLocations') return value('named-locations.json');
  if (path === '/v1.0/oauth2PermissionGrants') return value('oauth2-permission-grants.json');
  if (path === '/v1.0/auditLogs/signIns') return value('sign-ins.json').filter((entry) => isWithin(entry, query.get('$filter')));
  if (path === '/v1.0/auditLogs/directoryAudits') return value('directory-audits.json').filter((entry) => isWithin(entry, query.get('$filter')));
  return null;
}

function isAsked({ id, appId, servicePrincipalNames: names }: Entry, filter: string | null): boolean {
  const [, beginning] = /^servicePrincipalNames\/any\(name:startswith\(name,'([^']*)'\)\)$/.exec(filter ?? '') ?? [];
  if (beginning !== undefined) return ((names ?? []) as string[]).some((name) => name.startsWith(beginning));
  return filter === null || filter.includes(`'${String(id)}'`) || filter.includes(`'${String(appId)}'`);
}

function isWithin(entry: Entry, filter: string | null): boolean {
  const [, time = '', since = '', until = '9'] = /^(\w+) ge (\S+) and \1 lt (\S+)/.exec(filter ?? '') ?? [];
  const at = Date.parse(String(entry[time]));
  return at >= Date.parse(since) && at < Date.parse(until);
}

function definition(id: string, displayName: string, actions: readonly string[]): Entry {
  return {
    id,
    templateId: id,
    displayName,
    isBuiltIn: true,
    isEnabled: true,
    rolePermissions: [{ allowedResourceActions: actions, condition: null }],
  };
}

/** Returns the members of an activated role as assignments on the whole directory. */
function assignmentsOf({ id, roleTemplateId, members }: Entry): Entry[] {
  return (members as { id: string }[]).map((member) => ({
    id: `${String(id)}/${member.id}`,
    principalId: member.id,
    roleDefinitionId: roleTemplateId,
    directoryScopeId: '/',
  }));
}

/** Responds with a page. The next-page link has the address of Microsoft Graph, not that of the stand-in. */
function listed({ path, query }: StandInRequest, all: readonly Entry[], pageSize: PageSize): StandInReply {
  const { items, next } = pageOf(all, Number(query.get('$skiptoken') ?? 0), Math.min(Number(query.get('$top') ?? 100), sizeFor(pageSize, all)));
  const fields = query.get('$select')?.split(',');
  const value = fields ? items.map((entry) => selected(entry, fields)) : items;
  const following = new URLSearchParams(query);
  following.set('$skiptoken', String(next));
  const link = next === null ? {} : { '@odata.nextLink': `https://graph.microsoft.com${path}?${following}` };
  return { body: { '@odata.context': `https://graph.microsoft.com/v1.0/$metadata#${path.split('/').at(-1)}`, ...link, value } };
}

function selected(entry: Entry, fields: readonly string[]): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name.startsWith('@') || fields.includes(name)));
}
