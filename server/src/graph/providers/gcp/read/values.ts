/** Matches the short names of Resource Manager nodes: `projects/demo`, `folders/1`, `organizations/2`. */
const NODE = /^(?:\/\/cloudresourcemanager\.googleapis\.com\/)?((?:projects|folders|organizations)\/[^/]+)$/;

/** Project numbers and ids that identify the same projects. */
export class ProjectNames {
  readonly #idOf = new Map<string, string>();

  know(id: string, number: string): void {
    if (id !== '' && number !== '') this.#idOf.set(number.replace(/^projects\//, ''), id);
  }

  /** Returns the project id for `123` or `projects/123`, where known. */
  idOf(project: string): string {
    const name = project.replace(/^projects\//, '');
    return this.#idOf.get(name) ?? name;
  }

  /** Returns the native id of a resource or hierarchy node for any of its names. */
  nativeId(name: string): string {
    const node = NODE.exec(name)?.[1];
    if (node === undefined) return name;
    return node.startsWith('projects/') ? `projects/${this.idOf(node)}` : node;
  }
}

/** Returns the project in a full resource name; empty where it contains none. */
export function projectIn(name: string): string {
  return /(?:^|\/)projects\/([^/_][^/]*)/.exec(name)?.[1] ?? '';
}
