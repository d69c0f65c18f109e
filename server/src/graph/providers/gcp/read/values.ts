/** Resource Manager's nodes have short names in CAM: `projects/demo`, `folders/1`, `organizations/2`. */
const NODE = /^(?:\/\/cloudresourcemanager\.googleapis\.com\/)?((?:projects|folders|organizations)\/[^/]+)$/;

/** Numbers and ids of projects mean the same project. */
export class ProjectNames {
  readonly #idOf = new Map<string, string>();

  know(id: string, number: string): void {
    if (id !== '' && number !== '') this.#idOf.set(number.replace(/^projects\//, ''), id);
  }

  /** `123` or `projects/123` as the project's id, where it is known. */
  idOf(project: string): string {
    const name = project.replace(/^projects\//, '');
    return this.#idOf.get(name) ?? name;
  }

  /** The native id of a resource or a node of the hierarchy, by any of its names. */
  nativeId(name: string): string {
    const node = NODE.exec(name)?.[1];
    if (node === undefined) return name;
    return node.startsWith('projects/') ? `projects/${this.idOf(node)}` : node;
  }
}

/** The project that stands in a full resource name; empty where none does. */
export function projectIn(name: string): string {
  return /(?:^|\/)projects\/([^/_][^/]*)/.exec(name)?.[1] ?? '';
}
