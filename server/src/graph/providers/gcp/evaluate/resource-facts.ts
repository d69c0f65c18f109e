import type { CelContext, ResourceTag } from '../compile/cel-evaluate';
import type { CelValue } from '../compile/cel-value';

/** The attributes of a resource that conditions may use. */
export interface ResourceFacts {
  /** The name as conditions write it: `projects/_/buckets/b`. Undefined where unknown. */
  name?: string;
  /** Only a prefix of the name is known, as for any object of a bucket. */
  isOpen?: boolean;
  type?: string;
  /** The beginning of the type, where only that is known. */
  typePrefix?: string;
  service?: string;
  tags: readonly ResourceTag[] | null;
}

/**
 * Returns name and service from a full resource name: `projects/_/buckets/b` for `//storage.googleapis.com/b`.
 * @see Google Cloud, "Resource name format" and "Full resource names"
 */
export function factsOfFullName(fullName: string): Pick<ResourceFacts, 'name' | 'service'> {
  const [, service, path] = /^\/\/([^/]+)\/(.+)$/.exec(fullName) ?? [];
  if (service === undefined || path === undefined) return { name: fullName };
  if (service === 'storage.googleapis.com' && !path.startsWith('projects/')) return { name: `projects/_/buckets/${path}`, service };
  return { name: path, service: service === 'cloudsql.googleapis.com' ? 'sqladmin.googleapis.com' : service };
}

/** Returns a context that knows only the resource. */
export function contextOfResource({ name, isOpen, type, typePrefix, service, tags }: ResourceFacts): CelContext {
  const known: Record<string, CelValue | undefined> = {
    'resource.name': name === undefined ? undefined : { kind: 'text', value: name, ...(isOpen ? { open: true } : {}) },
    'resource.type':
      type !== undefined ? { kind: 'text', value: type } : typePrefix === undefined ? undefined : { kind: 'text', value: typePrefix, open: true },
    'resource.service': service === undefined ? undefined : { kind: 'text', value: service },
  };
  return { valueOf: (path) => known[path], tags };
}
