import { matchesArn } from '../wildcard';

/** How AWS classes an action in its Service Authorization Reference. */
export type AccessLevel = 'List' | 'Read' | 'Write' | 'Permissions management' | 'Tagging';

/** The compact file that the build makes of AWS's published actions. */
export interface CatalogueFile {
  /** Per service prefix: actions as [name, level, resource types, with `*` behind those that are required], resource types as [key, ARN pattern]. */
  services: Record<string, { actions: [string, AccessLevel, string[]][]; resources: [string, string][] }>;
}

/** A type of resource as the actions of a service name it. */
export interface ResourceType {
  service: string;
  key: string;
}

/** With a pattern of its ARNs: what AWS leaves open is `*`. */
export interface ArnType extends ResourceType {
  pattern: string;
}

export interface CatalogueAction {
  index: number;
  service: string;
  name: string;
  /** service:Name */
  id: string;
  level: AccessLevel;
  resourceTypes: readonly string[];
  /** Those of which something has to be allowed each time, whatever else is named. */
  requiredTypes: readonly string[];
}

/** AWS's actions, numbered, with what they do and to which resources they apply. */
export class Catalogue {
  readonly actions: CatalogueAction[] = [];
  readonly #byService = new Map<string, CatalogueAction[]>();
  /** By the service in the ARN: sts has actions on the roles of iam. */
  readonly #resources = new Map<string, ArnType[]>();

  constructor(file: CatalogueFile) {
    for (const [service, { actions, resources }] of Object.entries(file.services)) {
      const own = actions.map(([name, level, resourceTypes], offset) => ({
        index: this.actions.length + offset,
        service,
        name,
        id: `${service}:${name}`,
        level,
        resourceTypes: resourceTypes.map((type) => type.replace('*', '')),
        requiredTypes: resourceTypes.flatMap((type) => (type.endsWith('*') ? [type.slice(0, -1)] : [])),
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
    return this.#typesOf(arn).map(({ service, key }) => ({ service, key }));
  }

  /** Every form that ARNs of a type have. */
  arnTypesOf(service: string, key: string): ArnType[] {
    return [...this.#resources.values()].flatMap((types) => types.filter((type) => type.service === service && type.key === key));
  }

  /** Whether an ARN is of a type, and of no other that says more of it: an object in a bucket is no bucket. */
  isOfType(arn: string, { pattern }: ArnType): boolean {
    const types = this.#typesOf(arn);
    return types.some((type) => type.pattern === pattern) && types.every((type) => literals(type.pattern) <= literals(pattern));
  }

  #typesOf(arn: string): ArnType[] {
    const types = this.#resources.get(arn.split(':')[2] ?? '') ?? [];
    return types.filter(({ pattern }) => matchesArn(pattern, arn));
  }

  get services(): Iterable<string> {
    return this.#byService.keys();
  }
}

/** How many characters of a pattern stand for themselves. */
function literals(pattern: string): number {
  return pattern.replace(/\*/g, '').length;
}
