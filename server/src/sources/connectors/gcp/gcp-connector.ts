import type { Connector, HierarchyNode, ConnectionTest } from '../connector';
import { ProviderError } from '../http/provider-error';
import { unlessGone, type Pull, type ReadPart } from '../pull';
import { asFileName, type Page } from '../staging';
import type { GoogleDirectory } from './directory-parts';
import type { GoogleApis } from './google-apis';

interface Folder {
  /** `folders/123`. */
  name: string;
  displayName?: string;
}

interface Project {
  projectId: string;
  displayName?: string;
  state?: string;
}

/** A project, or a folder or organization above it. */
interface Ancestor {
  resourceId: { type: 'project' | 'folder' | 'organization'; id: string };
}

const RESOURCE_MANAGER = 'cloudresourcemanager';
const VIEWER = 'Grant the service account roles/cloudasset.viewer and roles/iam.securityReviewer on the organization, or on the project.';
const BROWSER = 'Grant the service account roles/browser and roles/iam.securityReviewer on the organization.';

/** Pulls Google Cloud projects: role bindings on the project and above it, deny policies, resources and audit logs. */
export class GcpConnector implements Connector {
  /**
   * @param organizationId empty if the source is a single project
   * @param ownProject of the service account; its bundle includes data that belongs to no single project
   * @param directory null if no administrator is configured
   */
  constructor(
    private readonly apis: GoogleApis,
    private readonly organizationId: string,
    private readonly ownProject: string,
    private readonly directory: GoogleDirectory | null,
  ) {}

  async test(): Promise<ConnectionTest> {
    if (this.organizationId === '') {
      const { name } = await this.#project(this.ownProject);
      return { kind: 'ACCOUNT', id: this.ownProject, name: name ?? this.ownProject, warnings: await this.#directoryWarnings() };
    }
    const { displayName } = await this.#organization();
    return { kind: 'ORGANIZATION', id: this.organizationId, name: displayName ?? this.organizationId, warnings: await this.#directoryWarnings() };
  }

  async hierarchy(): Promise<HierarchyNode> {
    const { displayName } = await this.#organization();
    const children = await this.#childrenOf(`organizations/${this.organizationId}`);
    return { type: 'ROOT', id: this.organizationId, name: displayName ?? this.organizationId, children };
  }

  async pull(projectId: string, pull: Pull): Promise<void> {
    const { staging } = pull;
    const scope = `/v1/projects/${encodeURIComponent(projectId)}`;
    const identities = { phase: 'PHASE_PULL_IDENTITIES' as const, grant: VIEWER };
    const search = (name: string, query: Record<string, string>) => (): Promise<void> =>
      staging.list(name, (next) => this.apis.page('cloudasset', `${scope}:${methodOf(name)}`, { pageSize: '500', ...query }, 'results', next));
    const directory = projectId === this.ownProject ? (this.directory?.parts(pull) ?? []) : [];
    const parts: ReadPart[] = [
      {
        ...identities,
        name: 'projects',
        essential: true,
        read: async () => void (await staging.response('projects', () => this.#project(projectId))),
      },
      { ...identities, name: 'search-all-iam-policies', essential: true, read: search('search-all-iam-policies', {}) },
      { ...identities, name: 'roles', read: () => this.#roles(pull, projectId) },
      { ...identities, name: 'inherited-policies', grant: BROWSER, read: () => this.#inheritedPolicies(pull, projectId) },
      {
        ...identities,
        name: 'deny-policies',
        grant: 'Grant the service account roles/iam.denyReviewer.',
        read: () => this.#denyPolicies(pull, projectId),
      },
      {
        ...identities,
        name: 'principal-access-boundaries',
        grant: 'Grant the service account roles/iam.principalAccessBoundaryViewer and roles/iam.securityReviewer on the organization.',
        read: () => this.#boundaries(pull, projectId),
      },
      ...directory,
      { ...identities, phase: 'PHASE_PULL_RESOURCES', name: 'search-all-resources', read: search('search-all-resources', { readMask: '*' }) },
      {
        phase: 'PHASE_PULL_USAGE',
        name: 'audit-log',
        grant: 'Grant the service account roles/logging.viewer and, for reads of data, roles/logging.privateLogViewer.',
        read: () => this.#auditLog(pull, projectId),
      },
    ];
    await pull.parts(parts);
  }

  async #directoryWarnings(): Promise<string[]> {
    try {
      await this.directory?.test();
      return [];
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return [`The directory of users and groups cannot be read: ${error.message.replace(/\.?$/, '.')} ${this.directory?.grant ?? ''}`];
    }
  }

  /** Reads predefined roles and the custom roles of the project and the organization. */
  async #roles({ staging }: Pull, projectId: string): Promise<void> {
    const of = (name: string, parent: string): Promise<void> =>
      staging.list(name, (next) => this.apis.page('iam', `/v1${parent}/roles`, { view: 'FULL', pageSize: '1000' }, 'roles', next));
    await of('roles', '');
    await of('project/roles', `/projects/${encodeURIComponent(projectId)}`);
    if (this.organizationId !== '') await of('organization/roles', `/organizations/${this.organizationId}`);
  }

  /** Reads bindings on the folders and the organization above the project, which a search of the project does not find. */
  async #inheritedPolicies(pull: Pull, projectId: string): Promise<void> {
    const { staging } = pull;
    for (const { type, id } of await this.#ancestors(pull, projectId)) {
      const [name, folder] = [`${type}s/${id}`, `${type}-${asFileName(id)}`];
      if (type === 'folder') await staging.response(`${folder}/folders`, () => this.apis.one(RESOURCE_MANAGER, `/v3/${name}`));
      const query = { query: `resource="//${RESOURCE_MANAGER}.googleapis.com/${name}"`, pageSize: '500' };
      await staging.list(`${folder}/search-all-iam-policies`, (next) =>
        this.apis.page('cloudasset', `/v1/${name}:searchAllIamPolicies`, query, 'results', next),
      );
    }
    if (this.organizationId !== '') await staging.markComplete('folders');
  }

  /** Reads deny policies one by one, because their list omits the rules. */
  async #denyPolicies(pull: Pull, projectId: string): Promise<void> {
    const { staging } = pull;
    const points = [`projects/${projectId}`, ...(await this.#ancestors(pull, projectId)).map(({ type, id }) => `${type}s/${id}`)];
    for (const point of points) {
      const attached = encodeURIComponent(`${RESOURCE_MANAGER}.googleapis.com/${point}`);
      const list = (next: string | null): Promise<Page<{ name: string }>> =>
        this.apis.page('iam', `/v2/policies/${attached}/denypolicies`, { pageSize: '1000' }, 'policies', next);
      for await (const { name } of staging.entries(`.denied-${asFileName(point)}`, list)) {
        const id = name.slice(name.lastIndexOf('/') + 1);
        await unlessGone(async () => {
          const path = `/v2/policies/${attached}/denypolicies/${encodeURIComponent(id)}`;
          await staging.response(`${asFileName(`${point}/${id}`)}/deny-policies`, () => this.apis.one('iam', path));
        });
      }
    }
    await staging.markComplete('deny-policies');
  }

  /** Reads principal access boundary policies, which belong to the organization, and their bindings at every level. */
  async #boundaries(pull: Pull, projectId: string): Promise<void> {
    if (this.organizationId === '') return;
    const { staging } = pull;
    const of = (file: string, parent: string, field: string): Promise<void> =>
      staging.list(file, (next) => this.apis.page('iam', `/v3/${parent}/locations/global/${field}`, { pageSize: '1000' }, field, next));
    await of('principal-access-boundary-policies', `organizations/${this.organizationId}`, 'principalAccessBoundaryPolicies');
    const points = [`projects/${projectId}`, ...(await this.#ancestors(pull, projectId)).map(({ type, id }) => `${type}s/${id}`)];
    for (const point of points) await of(`${asFileName(point)}/policy-bindings`, point, 'policyBindings');
    await staging.markComplete('policy-bindings');
  }

  /** Returns the folders and the organization above a project, innermost first. Empty if the source has no organization. */
  async #ancestors({ staging }: Pull, projectId: string): Promise<Ancestor['resourceId'][]> {
    if (this.organizationId === '') return [];
    const path = `/v1/projects/${encodeURIComponent(projectId)}:getAncestry`;
    const { ancestor = [] } = await staging.response('.ancestry', () => this.apis.post<{ ancestor?: Ancestor[] }>(RESOURCE_MANAGER, path, {}));
    return ancestor.map(({ resourceId }) => resourceId).filter(({ type }) => type !== 'project');
  }

  async #auditLog({ staging, options: { since, until } }: Pull, projectId: string): Promise<void> {
    const filter = `logName:"cloudaudit.googleapis.com" AND timestamp>="${since.toISOString()}" AND timestamp<"${until.toISOString()}"`;
    const body = { resourceNames: [`projects/${projectId}`], filter, orderBy: 'timestamp asc', pageSize: 1000 };
    await staging.list('audit-log', (next) => this.apis.postPage('logging', '/v2/entries:list', body, 'entries', next));
  }

  #organization(): Promise<{ displayName?: string }> {
    return this.apis.one(RESOURCE_MANAGER, `/v3/organizations/${this.organizationId}`);
  }

  #project(projectId: string): Promise<{ name?: string }> {
    return this.apis.one(RESOURCE_MANAGER, `/v1/projects/${encodeURIComponent(projectId)}`);
  }

  /** @param parent `organizations/123` or `folders/123` */
  async #childrenOf(parent: string): Promise<HierarchyNode[]> {
    const folders = await this.#all<Folder>('/v3/folders', parent, 'folders');
    const projects = await this.#all<Project>('/v3/projects', parent, 'projects');
    const nodes: HierarchyNode[] = [];
    for (const { name, displayName } of folders) {
      nodes.push({ type: 'ORGANIZATIONAL_UNIT', id: name, name: displayName ?? name, children: await this.#childrenOf(name) });
    }
    const active = projects.filter(({ state }) => state === undefined || state === 'ACTIVE');
    return [
      ...nodes,
      ...active.map(({ projectId: id, displayName }): HierarchyNode => ({ type: 'ACCOUNT', id, name: displayName ?? id, children: [] })),
    ];
  }

  async #all<T>(path: string, parent: string, field: string): Promise<T[]> {
    const found: T[] = [];
    for (let next: string | null = null, isFirst = true; isFirst || next !== null; isFirst = false) {
      const page: Page<T> = await this.apis.page(RESOURCE_MANAGER, path, { parent, pageSize: '300' }, field, next);
      found.push(...page.items);
      next = page.next;
    }
    return found;
  }
}

/** Returns the API method: `search-all-resources` becomes searchAllResources. */
function methodOf(name: string): string {
  return name.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
}
