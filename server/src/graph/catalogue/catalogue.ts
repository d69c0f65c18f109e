import { matchesArn } from '../compile/wildcard';

/** How AWS classes an action in its Service Authorization Reference. */
export type AccessLevel = 'List' | 'Read' | 'Write' | 'Permissions management' | 'Tagging';

/** The compact file that the build makes of AWS's published actions. */
export interface CatalogueFile {
  /** Per service prefix: actions as [name, level, resource types], resource types as [key, ARN pattern]. */
  services: Record<string, { actions: [string, AccessLevel, string[]][]; resources: [string, string][] }>;
}

/** A type of resource as the actions of a service name it. */
export interface ResourceType {
  service: string;
  key: string;
}

export interface CatalogueAction {
  index: number;
  service: string;
  name: string;
  /** service:Name */
  id: string;
  level: AccessLevel;
  resourceTypes: readonly string[];
}

/** AWS's actions, numbered, with what they do and to which resources they apply. */
export class Catalogue {
  readonly actions: CatalogueAction[] = [];
  readonly #byService = new Map<string, CatalogueAction[]>();
  /** By the service in the ARN: sts has actions on the roles of iam. */
  readonly #resources = new Map<string, (ResourceType & { pattern: string })[]>();

  constructor(file: CatalogueFile) {
    for (const [service, { actions, resources }] of Object.entries(file.services)) {
      const own = actions.map(([name, level, resourceTypes], offset) => ({
        index: this.actions.length + offset,
        service,
        name,
        id: `${service}:${name}`,
        level,
        resourceTypes,
      }));
      this.#byService.set(service, own);
      this.actions.push(...own);
      for (const [key, arn] of resources) {
        // `arn:${Partition}:s3:::${BucketName}`: what AWS leaves open is any text.
        const pattern = arn.replace(/\$\{[^}]+\}/g, '*');
        const owner = pattern.split(':')[2] ?? '';
        this.#resources.set(owner, [...(this.#resources.get(owner) ?? []), { service, key, pattern }]);
      }
    }
  }

  ofService(service: string): readonly CatalogueAction[] {
    return this.#byService.get(service.toLowerCase()) ?? [];
  }

  /** The resource types that an ARN is of, as the actions of each service call them. None where AWS's list does not know it. */
  resourceTypesOf(arn: string): ResourceType[] {
    const types = this.#resources.get(arn.split(':')[2] ?? '') ?? [];
    return types.filter(({ pattern }) => matchesArn(pattern, arn)).map(({ service, key }) => ({ service, key }));
  }

  get services(): Iterable<string> {
    return this.#byService.keys();
  }
}
