import { sql } from 'kysely';
import type { Api, DetailRow } from '@cam/contracts/server';
import type { Tx } from '../db/database';
import { heldActions } from '../graph/inventory/held-actions';
import { documentsOf, findEntity, firstSeen, logsSince, policiesOf } from '../graph/inventory/read-entities';
import { auditOf, countMemberships, neighbours, rolesOf } from '../graph/inventory/read-neighbours';
import { rollUpOfIdentity, rollUpOfResource } from '../graph/inventory/roll-up';
import { waysOfIdentity, waysOfResource } from '../graph/inventory/single-ways';
import { notFound } from '../http/errors';
import type { AccountNames, Asked } from './answers';
import { membershipTable, networkTable, tableOf, tableOfEntities, versionTable, type DetailTable } from './detail-tables';
import type { HolderFact, IdentityFact } from './facts';
import { entityFields } from './entity-fields';
import { riskOfIdentity, riskOfResource } from './entity-risk';
import type { Overview } from './overview';
import { ReachTables, type EntityOfPage, type InventoryQueries } from './reach-tables';
import { accessOf, accessTo, networkQueries } from './queries';
import { readFacts } from './store';
import { listOf, valuesOf } from './values';

type IdentityCall = Api['GET /v1/graph-querymgr/identity-service'];
type ObjectCall = Api['GET /v1/graph-querymgr/objects-service'];
type NetworkCall = Api['GET /v1/graph-querymgr/network-service'];
export type EntityAsked = Pick<IdentityCall['query'], 'uri' | 'data_type' | 'tile' | 'tableTab'>;

type Entity = NonNullable<Awaited<ReturnType<typeof findEntity>>>;

const NOBODY: HolderFact = { identities: 0, users: 0, admins: 0, groups: 0, roles: 0, services: 0, conditional: 0, becoming: 0 };

/** Pages of single entities. */
export class EntityDetails {
  readonly #reach: ReachTables;

  constructor(
    private readonly overview: Overview,
    queries: InventoryQueries,
  ) {
    this.#reach = new ReachTables(queries);
  }

  async identity(asked: Asked, wanted: EntityAsked): Promise<IdentityCall['answer']> {
    const { identity_info: info } = await this.#identity(asked, wanted);
    return { identity_info: await this.#withReach(asked, wanted, info, true) };
  }

  async object(asked: Asked, wanted: EntityAsked): Promise<ObjectCall['answer']> {
    const { object_detail_info: info } = await this.#object(asked, wanted);
    return { object_detail_info: await this.#withReach(asked, wanted, info, false) };
  }

  async network(asked: Asked, wanted: EntityAsked): Promise<NetworkCall['answer']> {
    const { network_detail_info: info } = await this.#network(asked, wanted);
    return { network_detail_info: await this.#withReach(asked, wanted, info, false) };
  }

  /** Queries have transactions of their own: they are asked once that of the page is over. */
  async #withReach<Info extends EntityOfPage & { result_table: DetailRow[]; result_total: number }>(
    asked: Asked,
    wanted: EntityAsked,
    info: Info,
    acts: boolean,
  ): Promise<Info> {
    const table = await this.#reach.table(asked, info, wanted, acts);
    return table ? { ...info, result_table: table.rows, result_total: table.total } : info;
  }

  #identity(asked: Asked, wanted: EntityAsked): Promise<IdentityCall['answer']> {
    return this.#read(asked, wanted, async (tx, entity, names) => {
      const [fact] = await factsOf(tx, asked.tenantId, entity);
      const unused = await readFacts(tx, asked.tenantId, 'unused', { where: sql<boolean>`f.name = ${entity.uri}` });
      const isJudged = fact !== undefined && fact.status !== 'NOT_ENOUGH_DATA';
      return {
        identity_info: {
          ...(await this.#common(tx, asked, entity, names, wanted, fact !== undefined)),
          risk: await riskOfIdentity(tx, asked.tenantId, entity, fact),
          query: entity.isIdentity ? accessOf(entity.type, entity.uri) : accessTo(entity.type, entity.uri),
          privileged: entity.attributes.privileged === true,
          escalations: listOf<{ name: string; reason: string; conditional: boolean }>(entity.attributes, 'escalations'),
          object_count: fact?.objects_total ?? 0,
          used_object_count: isJudged ? fact.objects_used : null,
          roles_count: fact?.roles_total ?? 0,
          used_roles_count: isJudged ? fact.roles_used : null,
          groups_count: fact?.groups ?? 0,
          members_count: fact?.members ?? 0,
          sensitive_privileges: [...new Set(unused.flatMap(({ privileges }) => privileges))].slice(0, 200),
          unused_services: [...new Set(unused.flatMap(({ services }) => services))].slice(0, 200),
          last_used: fact?.last_used ?? null,
          judged: fact?.judged ?? false,
          status: fact?.status ?? 'NOT_ENOUGH_DATA',
        },
      };
    });
  }

  #object(asked: Asked, wanted: EntityAsked): Promise<ObjectCall['answer']> {
    return this.#read(asked, wanted, async (tx, entity, names) => {
      const { counted, holder } = await holderOf(tx, asked, entity);
      return {
        object_detail_info: {
          ...(await this.#common(tx, asked, entity, names, wanted, counted)),
          risk: await riskOfResource(tx, asked.tenantId, entity, holder),
          query: accessTo(entity.type, entity.uri),
          user_cnt: holder.users,
          admin_cnt: holder.admins,
          group_cnt: holder.groups,
          role_cnt: holder.roles,
          svc_count: holder.services,
          identity_cnt: holder.identities,
          membership_cnt: await countMemberships(tx, { tenantId: asked.tenantId, now: new Date() }, entity.nativeId),
          public: entity.attributes.public === true,
        },
      };
    });
  }

  #network(asked: Asked, wanted: EntityAsked): Promise<NetworkCall['answer']> {
    return this.#read(asked, wanted, async (tx, entity, names) => {
      const { counted, holder } = await holderOf(tx, asked, entity);
      const [fact] = await factsOf(tx, asked.tenantId, entity);
      const isJudged = fact !== undefined && fact.status !== 'NOT_ENOUGH_DATA';
      const scope = { tenantId: asked.tenantId, now: new Date() };
      const count = async (tab: NonNullable<EntityAsked['tableTab']>): Promise<number> => (await networkTable(tx, scope, entity, tab, names)).total;
      return {
        network_detail_info: {
          ...(await this.#common(tx, asked, entity, names, wanted, counted)),
          risk: await riskOfResource(tx, asked.tenantId, entity, holder),
          query: accessTo(entity.type, entity.uri),
          user_count: holder.users,
          role_count: holder.roles,
          group_count: holder.groups,
          objects_total: fact?.objects_total ?? 0,
          objects_used: isJudged ? fact.objects_used : null,
          roles_total: fact?.roles_total ?? 0,
          roles_used: isJudged ? fact.roles_used : null,
          instances_count: await count('NETWORKING_INSTANCES'),
          sg_count: await count('NETWORKING_SECURITY_GROUPS'),
          subnets_count: await count('NETWORKING_SUBNETS'),
          ports_count: listOf(entity.attributes, 'openports').length,
          routes_count: listOf(entity.attributes, 'routes').length,
          rules_count: listOf(entity.attributes, 'rules').length,
          tab_queries: networkQueries(entity.type, entity.attributes),
          reach_query: entity.isIdentity ? accessOf(entity.type, entity.uri) : '',
          public: entity.attributes.public === true,
        },
      };
    });
  }

  #read<T>(asked: Asked, { uri }: EntityAsked, work: (tx: Tx, entity: Entity, names: AccountNames) => Promise<T>): Promise<T> {
    return this.overview.read(asked, async (tx, names) => {
      const entity = uri.split(':').length === 6 ? await findEntity(tx, asked.tenantId, uri) : null;
      if (!entity) throw notFound('Nothing with this address is in the graph. It may be gone since the last snapshot: look for it in the list.');
      return work(tx, entity, names);
    });
  }

  async #common(tx: Tx, { tenantId }: Asked, entity: Entity, names: AccountNames, wanted: EntityAsked, counted: boolean) {
    const scope = { tenantId, now: new Date() };
    const { rows, total } = wanted.data_type === 'TABLE_DATA' ? await detailTable(tx, scope, entity, wanted, names) : tableOf([]);
    const policies = await policiesOf(tx, tenantId, entity);
    const ids = wanted.data_type === 'IDENTITY_POLICY' ? policies.map(({ id }) => id) : [];
    return {
      ...entityFields(entity, names),
      valueMap: valuesOf(entity.attributes),
      policies,
      identity_policy: await documentsOf(tx, tenantId, ids),
      result_table: rows,
      result_total: total,
      roll_up_graph: wanted.data_type !== 'ROLL_UP_GRAPH' ? null : await (entity.isIdentity ? rollUpOfIdentity : rollUpOfResource)(tx, scope, entity),
      result_graph: wanted.data_type !== 'DATA_TYPE_GRAPH' ? null : await (entity.isIdentity ? waysOfIdentity : waysOfResource)(tx, scope, entity),
      first_seen: await firstSeen(tx, tenantId, entity),
      evidence_since: (await logsSince(tx, tenantId)).get(entity.accountId) ?? null,
      counted,
    };
  }
}

async function detailTable(
  tx: Tx,
  scope: { tenantId: string; now: Date },
  entity: Entity,
  { tile, tableTab }: EntityAsked,
  names: AccountNames,
): Promise<DetailTable> {
  if (tile === 'VERSION') return versionTable(entity, names);
  if (tile === 'MEMBERSHIP') return membershipTable(tx, scope, entity, names);
  if (tableTab?.startsWith('NETWORKING_')) return networkTable(tx, scope, entity, tableTab, names);
  const of = [entity.nativeId];
  if (tile === 'PRIVILEGE') {
    const { actions, total } = await heldActions(tx, scope, entity);
    const rows = actions.map(({ action, account_id, sensitive, last_used }) => ({
      ...names.of(account_id),
      uri: '',
      name: action,
      type: 'PRIV_ACTION',
      values: { Sensitive: sensitive ? 'Yes' : 'No', 'Last Used': last_used ?? '' },
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
        values: { Through: role.by, Conditional: role.conditional ? 'Yes' : 'No', 'Last Used': role.last_used ?? '' },
      })),
    );
  }
  if (tile === 'AUDIT') {
    const email = typeof entity.attributes.email === 'string' ? entity.attributes.email : null;
    const lines = await auditOf(tx, scope, {
      nativeId: entity.nativeId,
      email,
      side: entity.isIdentity && entity.type !== 'INSTANCE' ? 'identity' : 'resource',
    });
    return tableOf(
      lines.map((line) => ({
        ...names.of(line.account_id),
        uri: line.other_uri,
        name: line.other,
        type: line.other_type,
        values: {
          Action: line.action,
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

async function factsOf(tx: Tx, tenantId: string, { uri, name, accountId }: Entity): Promise<IdentityFact[]> {
  // Namesakes are told apart by the address.
  const facts = await readFacts(tx, tenantId, 'identity', { accountId, where: sql<boolean>`f.name = ${name}` });
  return facts.filter((fact) => fact.uri === uri);
}

async function holderOf(tx: Tx, { tenantId }: Asked, { classId }: Entity): Promise<{ counted: boolean; holder: HolderFact }> {
  const [holder] = classId === null ? [] : await readFacts(tx, tenantId, 'holder', { keys: [classId] });
  const isCounted = (await readFacts(tx, tenantId, 'type', { limit: 1 })).length > 0;
  return { counted: isCounted, holder: holder ?? NOBODY };
}
