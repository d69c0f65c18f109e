import { sql } from 'kysely';
import type { Api, DetailRow } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { documentsOf, findEntity, firstSeen, logsSince, policiesOf } from '../counts/read-entities';
import { unattributedUses } from '../counts/identity-uses';
import { countMemberships } from '../counts/read-neighbours';
import { rollUpOfIdentity, rollUpOfResource } from '../counts/roll-up';
import { pathsOfIdentity, pathsToResource } from '../counts/single-paths';
import { personOf } from '../people/read-people';
import { notFound } from '../../../platform/http/errors';
import type { AccountNames, InventoryRequest } from './answers';
import { networkTable, tableOf } from './detail-tables';
import type { HolderFact, IdentityFact } from './facts';
import { entityFields } from './entity-fields';
import { riskOfIdentity, riskOfResource } from './entity-risk';
import type { Overview } from './overview';
import { ReachTables, type PageEntity, type InventoryQueries } from './reach-tables';
import { accessOf, accessTo, networkQueries } from './queries';
import { readFacts } from './store';
import { tileTable } from './tile-table';
import { listOf, valuesOf } from './values';
import type { EntityRequest, FoundEntity, IdentityCall } from './entity-request';

type ObjectCall = Api['GET /v1/graph-querymgr/objects-service'];
type NetworkCall = Api['GET /v1/graph-querymgr/network-service'];
const NO_HOLDERS: HolderFact = { identities: 0, users: 0, admins: 0, groups: 0, roles: 0, services: 0, conditional: 0, becoming: 0 };

/** The pages of single entities. */
export class EntityDetails {
  readonly #reach: ReachTables;

  constructor(
    private readonly overview: Overview,
    queries: InventoryQueries,
  ) {
    this.#reach = new ReachTables(queries);
  }

  async identity(request: InventoryRequest, wanted: EntityRequest): Promise<IdentityCall['answer']> {
    const { identity_info: info } = await this.#identity(request, wanted);
    return { identity_info: await this.#withReach(request, wanted, info, true) };
  }

  async object(request: InventoryRequest, wanted: EntityRequest): Promise<ObjectCall['answer']> {
    const { object_detail_info: info } = await this.#object(request, wanted);
    return { object_detail_info: await this.#withReach(request, wanted, info, false) };
  }

  async network(request: InventoryRequest, wanted: EntityRequest): Promise<NetworkCall['answer']> {
    const { network_detail_info: info } = await this.#network(request, wanted);
    return { network_detail_info: await this.#withReach(request, wanted, info, false) };
  }

  /** Queries use transactions of their own, so they run after the one of the page. */
  async #withReach<Info extends PageEntity & { result_table: DetailRow[]; result_total: number }>(
    request: InventoryRequest,
    wanted: EntityRequest,
    info: Info,
    acts: boolean,
  ): Promise<Info> {
    const table = await this.#reach.table(request, info, wanted, acts);
    return table ? { ...info, result_table: table.rows, result_total: table.total } : info;
  }

  #identity(request: InventoryRequest, wanted: EntityRequest): Promise<IdentityCall['answer']> {
    return this.#read(request, wanted, async (tx, entity, names) => {
      const [fact] = await factsOf(tx, request.tenantId, entity);
      const unused = await readFacts(tx, request.tenantId, 'unused', { where: sql<boolean>`f.name = ${entity.uri}` });
      const isJudged = fact !== undefined && fact.status !== 'NOT_ENOUGH_DATA';
      return {
        identity_info: {
          ...(await this.#common(tx, request, entity, names, wanted, { counted: fact !== undefined, acts: true })),
          risk: await riskOfIdentity(tx, request.tenantId, entity, fact),
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
          used_through: await unattributedUses(tx, { tenantId: request.tenantId, now: new Date() }, entity),
          person: await personOf(tx, request.tenantId, entity.uri),
          purpose: fact?.purpose ?? 'ordinary',
          judged: fact?.judged ?? false,
          status: fact?.status ?? 'NOT_ENOUGH_DATA',
        },
      };
    });
  }

  #object(request: InventoryRequest, wanted: EntityRequest): Promise<ObjectCall['answer']> {
    return this.#read(request, wanted, async (tx, entity, names) => {
      const { counted, holder } = await holderOf(tx, request, entity);
      return {
        object_detail_info: {
          ...(await this.#common(tx, request, entity, names, wanted, { counted, acts: false })),
          risk: await riskOfResource(tx, request.tenantId, entity, holder),
          query: accessTo(entity.type, entity.uri),
          user_cnt: holder.users,
          admin_cnt: holder.admins,
          group_cnt: holder.groups,
          role_cnt: holder.roles,
          svc_count: holder.services,
          identity_cnt: holder.identities,
          membership_cnt: await countMemberships(tx, { tenantId: request.tenantId, now: new Date() }, entity.nativeId),
          public: entity.attributes.public === true,
        },
      };
    });
  }

  #network(request: InventoryRequest, wanted: EntityRequest): Promise<NetworkCall['answer']> {
    return this.#read(request, wanted, async (tx, entity, names) => {
      const { counted, holder } = await holderOf(tx, request, entity);
      const [fact] = await factsOf(tx, request.tenantId, entity);
      const isJudged = fact !== undefined && fact.status !== 'NOT_ENOUGH_DATA';
      const scope = { tenantId: request.tenantId, now: new Date() };
      const count = async (tab: NonNullable<EntityRequest['tableTab']>): Promise<number> => (await networkTable(tx, scope, entity, tab, names)).total;
      return {
        network_detail_info: {
          ...(await this.#common(tx, request, entity, names, wanted, { counted, acts: false })),
          risk: await riskOfResource(tx, request.tenantId, entity, holder),
          query: accessTo(entity.type, entity.uri),
          user_count: holder.users,
          role_count: holder.roles,
          group_count: holder.groups,
          identity_count: holder.identities,
          admin_count: holder.admins,
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

  #read<T>(request: InventoryRequest, { uri }: EntityRequest, work: (tx: Tx, entity: FoundEntity, names: AccountNames) => Promise<T>): Promise<T> {
    return this.overview.read(request, async (tx, names) => {
      const entity = uri.split(':').length === 6 ? await findEntity(tx, request.tenantId, uri) : null;
      if (!entity) throw notFound('The graph has no entity with this URI. It may have been removed since the last snapshot. Find it in the list.');
      return work(tx, entity, names);
    });
  }

  async #common(
    tx: Tx,
    { tenantId }: InventoryRequest,
    entity: FoundEntity,
    names: AccountNames,
    wanted: EntityRequest,
    { counted, acts }: { counted: boolean; acts: boolean },
  ) {
    const scope = { tenantId, now: new Date() };
    const { rows, total } = wanted.data_type === 'TABLE_DATA' ? await tileTable(tx, scope, entity, wanted, names, acts) : tableOf([]);
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
      result_graph: wanted.data_type !== 'DATA_TYPE_GRAPH' ? null : await (entity.isIdentity ? pathsOfIdentity : pathsToResource)(tx, scope, entity),
      first_seen: await firstSeen(tx, tenantId, entity),
      evidence_since: (await logsSince(tx, tenantId)).get(entity.accountId) ?? null,
      counted,
    };
  }
}

async function factsOf(tx: Tx, tenantId: string, { uri, name, accountId }: FoundEntity): Promise<IdentityFact[]> {
  // The URI distinguishes entities with the same name.
  const facts = await readFacts(tx, tenantId, 'identity', { accountId, where: sql<boolean>`f.name = ${name}` });
  return facts.filter((fact) => fact.uri === uri);
}

async function holderOf(tx: Tx, { tenantId }: InventoryRequest, { classId }: FoundEntity): Promise<{ counted: boolean; holder: HolderFact }> {
  const [holder] = classId === null ? [] : await readFacts(tx, tenantId, 'holder', { keys: [classId] });
  const isCounted = (await readFacts(tx, tenantId, 'type', { limit: 1 })).length > 0;
  return { counted: isCounted, holder: holder ?? NO_HOLDERS };
}
