import type { CelContext, ResourceTag } from '../compile/cel-evaluate';
import type { CelValue } from '../compile/cel-value';

/** What conditions may ask of a resource. */
export interface ResourceFacts {
  /** As conditions have it: `projects/_/buckets/b`. Undefined: not known. */
  name?: string;
  /** What comes behind the name is not known: any object of a bucket. */
  isOpen?: boolean;
  type?: string;
  service?: string;
  tags: readonly ResourceTag[] | null;
}

/**
 * Name and service of a resource by its full name: `//storage.googleapis.com/b` is `projects/_/buckets/b` to conditions.
 * Source: Google Cloud, "Resource name format" and "Full resource names".
 */
export function factsOfFullName(fullName: string): Pick<ResourceFacts, 'name' | 'service'> {
  const [, service, path] = /^\/\/([^/]+)\/(.+)$/.exec(fullName) ?? [];
  if (service === undefined || path === undefined) return { name: fullName };
  if (service === 'storage.googleapis.com' && !path.startsWith('projects/')) return { name: `projects/_/buckets/${path}`, service };
  return { name: path, service: service === 'cloudsql.googleapis.com' ? 'sqladmin.googleapis.com' : service };
}

/** A context that knows a resource, and of everything else nothing. */
export function contextOfResource({ name, isOpen, type, service, tags }: ResourceFacts): CelContext {
  const known: Record<string, CelValue | undefined> = {
    'resource.name': name === undefined ? undefined : { kind: 'text', value: name, ...(isOpen ? { open: true } : {}) },
    'resource.type': type === undefined ? undefined : { kind: 'text', value: type },
    'resource.service': service === undefined ? undefined : { kind: 'text', value: service },
  };
  return { valueOf: (path) => known[path], tags };
}
