import type { Tx } from '../../../platform/db/database';
import { heldActions } from '../counts/held-actions';
import { assumersOf, type Assumer } from '../counts/read-assumers';
import { auditOf, neighbours, rolesOf } from '../counts/read-neighbours';
import type { AccountNames } from './answers';
import { membershipTable, networkTable, tableOf, tableOfEntities, versionTable, type DetailTable } from './detail-tables';
import type { FoundEntity, EntityRequest } from './entity-request';
import { GROUPS, PEOPLE } from './reach-tables';
import { NOT_ENOUGH_DATA } from './values';

/** The last use through a role by somebody whom the log does not name, who may be the identity. */
const BY_UNKNOWN_USER = 'By Unknown User';

/** The identity types of each tab that lists who can assume a role. */
const ASSUMING: Readonly<Record<string, readonly string[]>> = { IAM_USER: PEOPLE, IAM_ROLE: ['ROLE'], IAM_GROUP: GROUPS };

/**
 * Returns the table of a tile from the graph's facts about an entity; empty when the tile has none.
 * @param acts true to look at the entity as an identity
 */
export async function tileTable(
  tx: Tx,
  scope: { tenantId: string; now: Date },
  entity: FoundEntity,
  { tile, tableTab }: Pick<EntityRequest, 'tile' | 'tableTab'>,
  names: AccountNames,
  acts: boolean,
): Promise<DetailTable> {
  if (tile === 'VERSION') return versionTable(entity, names);
  if (tile === 'MEMBERSHIP') return membershipTable(tx, scope, entity, names);
  if (tableTab?.startsWith('NETWORKING_')) return networkTable(tx, scope, entity, tableTab, names);
  const assuming = acts && entity.type === 'ROLE' ? ASSUMING[tableTab ?? (tile === 'USER' ? 'IAM_USER' : '')] : undefined;
  if (assuming) {
    const { rows, total } = await assumersOf(tx, scope, entity, assuming);
    const values = ({ via, conditional, last_used: at }: Assumer) => ({
      Via: via ?? 'directly',
      Conditional: conditional ? 'Yes' : 'No',
      'Last Used': at ?? '',
    });
    return { rows: rows.map((row) => ({ ...names.of(row.account_id), uri: row.uri, name: row.name, type: row.type, values: values(row) })), total };
  }
  const of = [entity.nativeId];
  if (tile === 'PRIVILEGE') {
    const { actions, total } = await heldActions(tx, scope, entity, acts);
    const rows = actions.map(({ action, account_id, sensitive, last_used, used_through, covered }) => ({
      ...names.of(account_id),
      uri: '',
      name: action,
      type: 'PRIV_ACTION',
      values: {
        Sensitive: sensitive ? 'Yes' : 'No',
        'Last Used': last_used ?? (covered && used_through === null ? 'Not seen' : NOT_ENOUGH_DATA),
        ...(acts ? { [BY_UNKNOWN_USER]: used_through ?? '' } : {}),
      },
    }));
    return { rows, total };
  }
  if (tile === 'ROLE' || tile === 'ROLES' || tableTab === 'IAM_ROLE') {
    const roles = await rolesOf(tx, scope, entity);
    return tableOf(
      roles.map((role) => ({
        ...names.of(role.account_id),
        uri: role.uri,
        name: role.name,
        type: role.type,
        values: {
          Through: role.by,
          Conditional: role.conditional ? 'Yes' : 'No',
          'Last Used': role.last_used ?? '',
          [BY_UNKNOWN_USER]: role.used_through ?? '',
        },
      })),
    );
  }
  if (tile === 'AUDIT') {
    const isActor = entity.isIdentity && entity.type !== 'INSTANCE';
    const lines = await auditOf(tx, scope, {
      nativeId: entity.nativeId,
      uri: entity.uri,
      side: isActor ? 'identity' : 'resource',
    });
    return tableOf(
      lines.map((line) => ({
        ...names.of(line.account_id),
        uri: line.other_uri,
        name: line.other,
        type: line.other_type,
        values: {
          Action: line.action,
          ...(isActor ? { Through: line.through } : {}),
          Times: String(line.count),
          Refused: String(line.failures),
          'IP Address': line.source_ip ?? '',
          'Last Time': line.last_at,
        },
      })),
    );
  }
  const found =
    tableTab === 'IAM_GROUP'
      ? await neighbours(tx, scope, { of, kind: 'member_of', side: 'parents' })
      : tile === 'MEMBER' || tile === 'USER' || tableTab === 'IAM_USER'
        ? await neighbours(tx, scope, { of, kind: 'member_of', side: 'children' })
        : tile === 'INSTANCE'
          ? await neighbours(tx, scope, { of, kind: 'runs_as', side: 'children' })
          : { entities: [], total: 0 };
  return tableOfEntities(found, names);
}
