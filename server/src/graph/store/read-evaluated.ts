import type { Tx } from '../../platform/db/database';
import type { Evaluation } from '../engine/evaluation';
import { readScopes } from './scopes';

/** Returns the entities of a source as stored, with the results of the last evaluation. Attributes that change from day to day are left out. */
export async function readFound(
  tx: Tx,
  tenantId: string,
  sourceUid: string,
  passing: ReadonlySet<string>,
): Promise<Pick<Evaluation, 'classOf' | 'attributes'>> {
  const rows = await tx
    .selectFrom('graph_entity')
    .select(['uri', 'class_id', 'attributes'])
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('valid_to', 'is', null)
    .execute();
  const lasting = (attributes: Record<string, unknown>) => Object.fromEntries(Object.entries(attributes).filter(([name]) => !passing.has(name)));
  const scopes = await readScopes(tx, tenantId, sourceUid);
  const found = [...rows, ...scopes.map(({ uri, classId, entity }) => ({ uri, class_id: classId, attributes: entity.attributes }))];
  return {
    classOf: new Map(found.flatMap(({ uri, class_id: id }) => (id === null ? [] : [[uri, id] as const]))),
    attributes: new Map(found.map(({ uri, attributes }) => [uri, lasting(attributes)])),
  };
}
