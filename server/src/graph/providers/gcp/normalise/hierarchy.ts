import { at, list, text } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { GcpBundle, GcpEntry } from '../read/bundle';
import { ProjectNames } from '../read/values';

const ORGANIZATION = /^organizations\/(\d+)$/;

const KINDS: Record<string, string> = { projects: 'Project', folders: 'Folder', organizations: 'Organization' };

interface Node {
  nativeId: string;
  name?: string;
  parent?: string;
  attributes?: Record<string, unknown>;
}

/** Adds organizations, folders and projects with their hierarchy. */
export class GcpHierarchy {
  readonly projects: ProjectNames;
  /** Nodes with a known parent. */
  readonly #parents = new Set<string>();
  /** Project number; empty where unknown. */
  readonly #organization: string;

  constructor(
    private readonly draft: SourceDraft,
    { projects, folders, resources, iamPolicies }: GcpBundle,
  ) {
    this.#organization = organizationOf({ projects, folders, resources, iamPolicies });
    this.projects = projectNamesOf({ projects, resources });
    for (const { fields } of projects ?? []) this.#addProject(fields);
    for (const entry of folders ?? []) this.#addFolder(entry);
    for (const { fields } of resources ?? []) this.#addNodeRow(fields);
    // Any other reference to a node.
    for (const { fields } of [...(resources ?? []), ...(iamPolicies ?? [])]) this.place(fields);
    this.#node({ nativeId: `projects/${this.projects.idOf(draft.accountId)}` });
  }

  /** Returns the project, folder or organization of an inventory row; null where the row does not name it. */
  place(row: Record<string, unknown>): string | null {
    const project = text(row.project);
    const folders = Array.isArray(row.folders) ? row.folders.filter((folder): folder is string => typeof folder === 'string') : [];
    const chain = [
      ...(project === '' ? [] : [`projects/${this.projects.idOf(project)}`]),
      ...folders,
      ...(text(row.organization) === '' ? [] : [text(row.organization)]),
    ];
    chain.forEach((nativeId, index) => {
      const parent = chain[index + 1];
      const known = this.#parents.has(nativeId);
      this.#node({ nativeId, ...(known || parent === undefined ? {} : { parent }) });
    });
    return chain[0] ?? null;
  }

  #addProject(project: Record<string, unknown>): void {
    const id = text(project.projectId);
    if (id === '') return;
    const title = text(project.displayName) || (text(project.name).startsWith('projects/') ? '' : text(project.name));
    const status = text(project.lifecycleState) || text(project.state);
    this.#node({
      nativeId: `projects/${id}`,
      name: title || id,
      parent: parentOf(project.parent),
      attributes: {
        ...(status === '' ? {} : { status }),
        ...labelsOf(project.labels),
        ...(Object.hasOwn(project, 'projectNumber') ? { projectnumber: String(project.projectNumber) } : {}),
      },
    });
  }

  #addFolder({ fields, file, place }: GcpEntry): void {
    const name = text(fields.name);
    if (!name.startsWith('folders/')) return this.draft.warn({ file, place }, '/name', 'A folder without a name such as folders/1 was left out.');
    this.#node({ nativeId: name, name: text(fields.displayName) || name, parent: parentOf(fields.parent) });
  }

  #addNodeRow(row: Record<string, unknown>): void {
    if (!/^cloudresourcemanager\.googleapis\.com\/(?:Project|Folder|Organization)$/.test(text(row.assetType))) return;
    const parent = text(row.parentFullResourceName);
    this.#node({
      nativeId: this.projects.nativeId(text(row.name)),
      name: text(row.displayName),
      ...(parent === '' ? {} : { parent: this.projects.nativeId(parent) }),
      attributes: { ...labelsOf(row.labels), ...tagsOf(row) },
    });
  }

  /** Adds attributes to a node each time that an entry describes it. */
  #node({ nativeId, name, parent, attributes = {} }: Node): void {
    const [kind = '', id = ''] = nativeId.split('/');
    const type = KINDS[kind];
    if (type === undefined || id === '') return;
    const entity = this.draft.add({
      type: 'SCOPE',
      id: nativeId,
      nativeId,
      name: id,
      // Every project below describes the same folders.
      accountId: kind === 'projects' ? id : this.#organization || this.draft.accountId,
      isIdentity: false,
      isResource: true,
      attributes: { scopekind: kind.slice(0, -1), assettype: `cloudresourcemanager.googleapis.com/${type}` },
    });
    if (name !== undefined && name !== '' && entity.name === id) entity.name = name;
    Object.assign(entity.attributes, attributes);
    if (parent === undefined || parent === '' || this.#parents.has(nativeId)) return;
    this.#parents.add(nativeId);
    this.#node({ nativeId: parent });
    this.draft.relate(nativeId, parent, 'contains');
  }
}

/** Returns the ids of the projects of a bundle by their numbers. */
export function projectNamesOf({ projects, resources }: Pick<GcpBundle, 'projects' | 'resources'>): ProjectNames {
  const names = new ProjectNames();
  for (const { fields } of projects ?? []) {
    const number = text(fields.projectNumber) || String(fields.projectNumber ?? '') || text(fields.name);
    if (/^(?:projects\/)?\d+$/.test(number)) names.know(text(fields.projectId), number);
  }
  // A project row has the id in its name and the number beside it.
  for (const { fields } of resources ?? []) {
    const { assetType, name, project } = fields;
    if (assetType === 'cloudresourcemanager.googleapis.com/Project') names.know(text(name).split('/').at(-1) ?? '', text(project));
  }
  return names;
}

/** Returns the number of the organization that contains the bundle's projects. */
function organizationOf({
  projects,
  folders,
  resources,
  iamPolicies,
}: Pick<GcpBundle, 'projects' | 'folders' | 'resources' | 'iamPolicies'>): string {
  for (const { fields } of [...(resources ?? []), ...(iamPolicies ?? [])]) {
    const said = ORGANIZATION.exec(text(fields.organization))?.[1];
    if (said !== undefined) return said;
  }
  for (const { fields } of [...(folders ?? []), ...(projects ?? [])]) {
    const said = ORGANIZATION.exec(parentOf(fields.parent))?.[1];
    if (said !== undefined) return said;
  }
  return '';
}

/** Reads a parent: `folders/1`, or the type and id object of API version 1. */
function parentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const [type, id] = [at(value, 'type'), at(value, 'id')];
  return typeof type === 'string' && typeof id === 'string' ? `${type}s/${id}` : '';
}

export function labelsOf(labels: unknown): Record<string, string> {
  if (typeof labels !== 'object' || labels === null || Array.isArray(labels)) return {};
  return Object.fromEntries(Object.entries(labels).map(([key, value]) => [`tag.${key}`, String(value)]));
}

/**
 * Returns the tags for conditions, including inherited ones where the inventory contains them; otherwise the tags are unknown. Keys omit
 * `organizations/`, as in conditions.
 */
export function tagsOf(row: Record<string, unknown>): { tags?: unknown[] } {
  const effective = Array.isArray(row.effectiveTags) ? row.effectiveTags.flatMap((entry) => list(at(entry, 'effectiveTags'))) : null;
  if (!effective) return {};
  const tags = effective.map((entry) => {
    const said = (name: string): string => text(at(entry, name));
    return { key: said('tagKey'), keyId: said('tagKeyId'), value: said('tagValue').split('/').at(-1) ?? '', valueId: said('tagValueId') };
  });
  return { tags };
}
