import { randomUUID, verify, type KeyObject } from 'node:crypto';
import { jsonFile, type DemoBundle, type DemoFile } from '../files';
import { pageOf, Seed, sizeFor, type PageSize } from './seed';
import { StandIn, type StandInReply, type StandInRequest } from './stand-in';

interface Options {
  /** E-mail address of the accepted service account, and the public key for its assertions. */
  email: string;
  publicKey: KeyObject;
  pageSize?: PageSize;
}

type Entry = Record<string, unknown>;

/** Returns a project's bundle without folders that do not contain it. */
export function toGcpApiFormat(bundle: DemoBundle): DemoBundle {
  const seed = new Seed(bundle);
  const parent = parentOf(seed);
  const files = (): DemoFile[] =>
    seed.paths.map((path) => jsonFile(path, path === 'folders.json' ? seed.list(path).filter(({ name }) => name === parent) : seed.file(path)));
  return { ...bundle, files };
}

/** Stands in for the Google Cloud APIs with projects of one organization. Other requests than those of a pull get 404. */
export function startGcpStandIn(bundles: readonly DemoBundle[], { pageSize = 1000, ...account }: Options): Promise<StandIn> {
  const projects = new Map(bundles.map((bundle) => [bundle.accountId, new Seed(bundle)]));
  const tokens: Tokens = { cloud: new Set(), directory: new Set() };
  const isAdministrator = (email: string): boolean =>
    [...projects.values()].some((seed) =>
      seed.list('directory-users.json').some(({ isAdmin, primaryEmail }) => isAdmin === true && primaryEmail === email),
    );
  return StandIn.start((request) => {
    if (request.path === '/oauth2/token') return tokenFor(request, account, tokens, isAdministrator);
    const accepted = request.path.startsWith('/admin/') ? tokens.directory : tokens.cloud;
    if (!accepted.has(String(request.headers.authorization).replace('Bearer ', '')))
      return failure(401, 'Request had invalid authentication credentials.');
    return new Answer(projects, request, pageSize).reply() ?? failure(404, 'Requested entity was not found.');
  });
}

/** Each kind of token is valid only for its own APIs. */
interface Tokens {
  cloud: Set<string>;
  directory: Set<string>;
}

const DIRECTORY_SCOPE = /^https:\/\/www\.googleapis\.com\/auth\/admin\.directory\.(?:user|group)\.readonly$/;

/** Issues a token. An impersonated user must be an administrator of the directory. */
function tokenFor(
  { body }: StandInRequest,
  { email, publicKey }: Options,
  tokens: Tokens,
  isAdministrator: (email: string) => boolean,
): StandInReply {
  const [header = '', claims = '', signature = ''] = (new URLSearchParams(body).get('assertion') ?? '').split('.');
  const isSigned = verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'));
  const { iss, aud, scope, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as Record<string, unknown>;
  const isOfDirectory = String(scope)
    .split(' ')
    .every((one) => DIRECTORY_SCOPE.test(one));
  if (
    !isSigned ||
    iss !== email ||
    aud !== 'https://oauth2.googleapis.com/token' ||
    !(isOfDirectory || String(scope).endsWith('cloud-platform.read-only'))
  ) {
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid grant: account not found' } };
  }
  if (isOfDirectory && !isAdministrator(String(sub))) {
    const error_description =
      'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.';
    return { status: 401, body: { error: 'unauthorized_client', error_description } };
  }
  const token = randomUUID();
  (isOfDirectory ? tokens.directory : tokens.cloud).add(token);
  return { body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } };
}

function parentOf(seed: Seed): string {
  const [project] = seed.list('projects.json');
  return `folders/${String((project?.parent as { id?: string } | undefined)?.id)}`;
}

class Answer {
  constructor(
    private readonly projects: ReadonlyMap<string, Seed>,
    private readonly request: StandInRequest,
    private readonly pageSize: PageSize,
  ) {}

  reply(): StandInReply | null {
    const [, service = '', path = ''] = /^\/(\w+)\/(.+)$/.exec(this.request.path) ?? [];
    if (service === 'cloudresourcemanager') return this.#resourceManager(path);
    if (service === 'cloudasset') return this.#assets(path);
    if (service === 'iam') return this.#iam(path);
    if (service === 'admin') return this.#directory(path);
    return service === 'logging' && path === 'v2/entries:list' ? this.#entries() : null;
  }

  get #any(): Seed | undefined {
    return [...this.projects.values()][0];
  }

  get #organization(): string {
    return String(this.#any?.list('folders.json')[0]?.parent);
  }

  /** All folders, without duplicates, because each project's bundle has its own. */
  get #folders(): Entry[] {
    const all = [...this.projects.values()].flatMap((seed) => seed.list('folders.json'));
    return [...new Map(all.map((folder) => [folder.name, folder])).values()];
  }

  #resourceManager(path: string): StandInReply | null {
    const { query } = this.request;
    const [, id = '', method] = /^v1\/projects\/([^:]+)(?::(\w+))?$/.exec(path) ?? [];
    const seed = this.projects.get(id);
    if (seed && method === 'getAncestry') return { body: { ancestor: this.#ancestry(id, seed) } };
    if (seed) return { body: seed.list('projects.json')[0] };
    if (path === `v3/${this.#organization}`) return { body: { name: this.#organization, displayName: 'kestrelharbor.example', state: 'ACTIVE' } };
    const folders = this.#folders;
    if (path === 'v3/folders')
      return this.#list(
        'folders',
        folders.filter(({ parent }) => parent === query.get('parent')),
      );
    if (path === 'v3/projects') return this.#list('projects', this.#projectsIn(query.get('parent') ?? ''));
    const folder = folders.find(({ name }) => `v3/${String(name)}` === path);
    return folder ? { body: folder } : null;
  }

  #ancestry(id: string, seed: Seed): Entry[] {
    const [project, folder] = [
      { type: 'project', id },
      { type: 'folder', id: parentOf(seed).slice('folders/'.length) },
    ];
    const organization = { type: 'organization', id: this.#organization.slice('organizations/'.length) };
    return [project, folder, organization].map((resourceId) => ({ resourceId }));
  }

  #projectsIn(parent: string): Entry[] {
    const inside = [...this.projects].filter(([, seed]) => parentOf(seed) === parent);
    return inside.map(([projectId, seed]) => {
      const [project] = seed.list('projects.json');
      return { name: `projects/${String(project?.projectNumber)}`, projectId, displayName: project?.name, state: 'ACTIVE', parent };
    });
  }

  /** Responds to a search. In a project, it finds the resources of the project; in a folder or organization, it finds the named resource. */
  #assets(path: string): StandInReply | null {
    const [, scope = '', method = ''] = /^v1\/([^:]+):(\w+)$/.exec(path) ?? [];
    const wanted = /^resource="(.+)"$/.exec(this.request.query.get('query') ?? '')?.[1];
    const seed = this.projects.get(scope.replace(/^projects\//, '')) ?? (wanted ? this.#seedThatHas(wanted) : undefined);
    if (!seed) return wanted ? this.#list('results', []) : null;
    if (method === 'searchAllResources') return this.#list('results', seed.list('search-all-resources.json'));
    if (method !== 'searchAllIamPolicies') return null;
    const isAbove = ({ assetType }: Entry): boolean => /\/(?:Organization|Folder)$/.test(String(assetType));
    const rows = seed.list('search-all-iam-policies.json').filter((row) => (wanted ? row.resource === wanted : !isAbove(row)));
    return this.#list('results', rows);
  }

  #seedThatHas(resource: string): Seed | undefined {
    return [...this.projects.values()].find((seed) => seed.list('search-all-iam-policies.json').some((row) => row.resource === resource));
  }

  #iam(path: string): StandInReply | null {
    const roles = this.#any?.list('roles.json') ?? [];
    const ofParent = (parent: string): Entry[] => roles.filter(({ name }) => String(name).startsWith(`${parent}roles/`));
    if (path === 'v1/roles') return this.#list('roles', ofParent(''));
    const [, parent] = /^v1\/((?:projects|organizations)\/[^/]+\/)roles$/.exec(path) ?? [];
    if (parent) return this.#list('roles', ofParent(parent));
    const [, field] = /^v3\/.+\/locations\/global\/(principalAccessBoundaryPolicies|policyBindings)$/.exec(path) ?? [];
    if (field) return this.#list(field, []);
    const [, point = '', id] = /^v2\/policies\/cloudresourcemanager\.googleapis\.com\/(.+)\/denypolicies(?:\/(.+))?$/.exec(path) ?? [];
    const denied = this.projects.get(point.replace(/^projects\//, ''))?.list('deny-policies.json') ?? [];
    if (point === '') return null;
    if (id === undefined)
      return this.#list(
        'policies',
        denied.map(({ rules: _rules, ...policy }) => policy),
      );
    const policy = denied.find(({ name }) => String(name).endsWith(`/${id}`));
    return policy ? { body: policy } : null;
  }

  #directory(path: string): StandInReply | null {
    const of = (file: string): Entry[] => [...this.projects.values()].flatMap((seed) => seed.list(file));
    const [, list, group] = /^admin\/directory\/v1\/(users|groups)(?:\/([^/]+)\/members)?$/.exec(path) ?? [];
    if (group !== undefined) return this.#list('members', of(`${group}/directory-members.json`));
    return list === undefined ? null : this.#list(list, of(`directory-${list}.json`));
  }

  #entries(): StandInReply {
    const { resourceNames: [name = ''] = [], filter = '', pageSize = 50, pageToken } = JSON.parse(this.request.body) as { resourceNames?: string[]; filter?: string; pageSize?: number; pageToken?: string }; // prettier-ignore
    const [, since = '', until = '9'] = /timestamp>="([^"]+)" AND timestamp<"([^"]+)"/.exec(filter) ?? [];
    const all = this.projects.get(name.replace(/^projects\//, ''))?.list('audit-log.json') ?? [];
    const within = all.filter(
      ({ timestamp }) => Date.parse(String(timestamp)) >= Date.parse(since) && Date.parse(String(timestamp)) < Date.parse(until),
    );
    const { items, next } = pageOf(within, Number(pageToken ?? 0), Math.min(pageSize, sizeFor(this.pageSize, within)));
    return { body: { entries: items, ...(next === null ? {} : { nextPageToken: String(next) }) } };
  }

  /** Omits the field of an empty list, as Google does. */
  #list(field: string, all: readonly Entry[]): StandInReply {
    const { query } = this.request;
    const { items, next } = pageOf(
      all,
      Number(query.get('pageToken') ?? 0),
      Math.min(Number(query.get('pageSize') ?? query.get('maxResults') ?? 50), sizeFor(this.pageSize, all)),
    );
    return { body: { ...(items.length > 0 ? { [field]: items } : {}), ...(next === null ? {} : { nextPageToken: String(next) }) } };
  }
}

function failure(code: number, message: string): StandInReply {
  return { status: code, body: { error: { code, message, status: code === 404 ? 'NOT_FOUND' : 'UNAUTHENTICATED' } } };
}
