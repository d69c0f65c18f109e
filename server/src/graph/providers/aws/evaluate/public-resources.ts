import type { Entity } from '../../../engine/model';
import type { AccessRowRecord } from '../../../engine/graph-rows';
import type { ExternalPrincipalClass } from './external-principal-classes';
import type { ExternalPrincipal } from './external-principals';
import type { ResourceClasses } from './resource-classes';

/** The external principals and the resources that they may access. */
interface PublicAccessFacts {
  entities: readonly Entity[];
  resources: ResourceClasses;
  access: readonly AccessRowRecord[];
  externalClasses: readonly ExternalPrincipalClass[];
  trusted: readonly ExternalPrincipal[];
}

/**
 * Returns, by URI, whether a resource policy gives everyone access without limiting the source or audience. It also lists roles that everyone may
 * assume.
 */
export function publicResources({ entities, resources, access, externalClasses, trusted }: PublicAccessFacts): Map<string, { public: boolean }> {
  const publicClasses = new Set(externalClasses.flatMap(({ entity, pclass }) => (entity.type === 'PUBLIC_NODE' ? [pclass.id] : [])));
  const accessible = new Set(access.flatMap(({ pclassId, classId }) => (publicClasses.has(pclassId) ? [classId] : [])));
  const withPolicy = resources.all.filter(({ policy }) => policy && !policy.isTrust);
  const isPublic = new Map(withPolicy.map(({ id, policy }) => [id, policy?.isPublic === true && accessible.has(id)]));
  const found = new Map<string, { public: boolean }>();
  for (const { uri } of entities) {
    const known = isPublic.get(resources.classOf.get(uri) ?? '');
    if (known !== undefined) found.set(uri, { public: known });
  }
  for (const { entity, assumes } of trusted) {
    if (entity.nativeId === '*') for (const { role, conditions } of assumes) if (conditions.length === 0) found.set(role.uri, { public: true });
  }
  return found;
}
