import { matchesArn } from '../wildcard';
import { isSideParameter } from './side-parameters';

/** AWS's access level of an action in the Service Authorization Reference. */
export type AccessLevel = 'List' | 'Read' | 'Write' | 'Permissions management' | 'Tagging';

/** The compact file that the build generates from AWS's published actions. */
export interface CatalogueFile {
  /** By service prefix: actions as [name, level, resource types], where `*` follows the required types, and resource types as [key, ARN pattern]. */
  services: Record<string, { actions: [string, AccessLevel, string[]][]; resources: [string, string][] }>;
}

/** A resource type as the actions of a service name it. */
export interface ResourceType {
  service: string;
  key: string;
}

/** A resource type with an ARN pattern, where `*` replaces AWS's placeholders. */
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
  /** Types of which one resource must always be allowed, whatever the request names. */
  requiredTypes: readonly string[];
}

/** AWS's actions, numbered, with their access levels and resource types. */
export class Catalogue {
  readonly actions: CatalogueAction[] = [];
  readonly #byService = new Map<string, CatalogueAction[]>();
  /** Resource types by the service in their ARN: sts has actions on the roles of iam. */
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
        // In `arn:${Partition}:s3:::${BucketName}`, placeholders match any text.
        const pattern = arn.replace(/\$\{[^}]+\}/g, '*');
        const owner = pattern.split(':')[2] ?? '';
        this.#resources.set(owner, [...(this.#resources.get(owner) ?? []), { service, key, pattern }]);
      }
    }
  }

  ofService(service: string): readonly CatalogueAction[] {
    return this.#byService.get(service.toLowerCase()) ?? [];
  }

  /** Returns the resource types of an ARN, as the actions of each service name them. Empty where AWS lists none. */
  resourceTypesOf(arn: string): ResourceType[] {
    return this.#typesOf(arn).map(({ service, key }) => ({ service, key }));
  }

  /** Returns the resource types of an ARN whose actions are about that resource, and do not only name it as a side parameter. */
  targetTypesOf(arn: string): ResourceType[] {
    const owner = arn.split(':')[2] ?? '';
    return this.resourceTypesOf(arn).filter(({ service, key }) => !isSideParameter(service, owner, key));
  }

  /** Returns every ARN pattern of a type. */
  arnTypesOf(service: string, key: string): ArnType[] {
    return [...this.#resources.values()].flatMap((types) => types.filter((type) => type.service === service && type.key === key));
  }

  /** Reports whether an ARN is of a type and of no more specific one: an object in a bucket is not a bucket. */
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

/** Counts the literal characters of a pattern. */
function literals(pattern: string): number {
  return pattern.replace(/\*/g, '').length;
}
