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

/** Returns the classes of the last evaluation of a source: those of its resources, and those of the principals that its policies name. */
export async function readClasses(tx: Tx, tenantId: string, sourceUid: string): Promise<Pick<Evaluation, 'classOf' | 'pclassOf'>> {
  const [entities, holders] = [tx.selectFrom('graph_entity').select(['uri', 'class_id']), tx.selectFrom('graph_holder').select(['uri', 'pclass_id'])];
  const resources = await entities
    .where('tenant_id', '=', tenantId)
    .where('source_uid', '=', sourceUid)
    .where('class_id', 'is not', null)
    .where('valid_to', 'is', null)
    .execute();
  const principals = await holders.where('tenant_id', '=', tenantId).where('source_uid', '=', sourceUid).where('valid_to', 'is', null).execute();
  const scopes = await readScopes(tx, tenantId, sourceUid);
  const listed = [...resources, ...scopes.map(({ uri, classId }) => ({ uri, class_id: classId }))];
  return {
    classOf: new Map(listed.flatMap(({ uri, class_id: id }) => (id === null ? [] : [[uri, id] as const]))),
    pclassOf: new Map(principals.map(({ uri, pclass_id: id }) => [uri, id])),
  };
}
