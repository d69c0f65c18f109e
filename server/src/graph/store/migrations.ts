import { sql } from 'kysely';
import type { Migrations } from '../../platform/db/migrate';
import { APP_ROLE, type Tx } from '../../platform/db/database';
import { ofAllTenants, secureTenantTable } from '../../platform/db/tenant-table';
import { SNAPSHOT_TABLES } from './snapshot-tables';

/** Those that there were at first. */
const FIRST_TABLES = SNAPSHOT_TABLES.filter((table) => table !== 'graph_scope');

/** Ids of entities, profiles and classes are hashes of what they stand for, so that the same thing has the same id in every snapshot. */
export const graphMigrations: Migrations = {
  '0210_graph': {
    async up(tx: Tx) {
      await sql`
        create table graph_snapshot (
          tenant_id text not null, snapshot_id bigint not null, source_uid text not null, taken_at timestamptz not null, state text not null,
          primary key (tenant_id, snapshot_id)
        )`.execute(tx);
      await sql`
        create table graph_entity (
          tenant_id text not null, entity_id text not null, source_uid text not null, account_id text not null, cloud_type text not null,
          region text not null, type text not null, uri text not null, native_id text not null, name text not null,
          is_identity boolean not null, is_resource boolean not null, profile_id text, class_id text, attributes jsonb not null,
          valid_from bigint not null, valid_to bigint,
          primary key (tenant_id, entity_id, valid_from)
        )`.execute(tx);
      await sql`create index graph_entity_type on graph_entity (tenant_id, type, name, entity_id) where valid_to is null`.execute(tx);
      await sql`create index graph_entity_name on graph_entity (tenant_id, name, entity_id) where valid_to is null`.execute(tx);
      await sql`create index graph_entity_uri on graph_entity (tenant_id, uri) where valid_to is null`.execute(tx);
      await sql`create index graph_entity_class on graph_entity (tenant_id, class_id, name) where valid_to is null`.execute(tx);
      await sql`create index graph_entity_profile on graph_entity (tenant_id, profile_id, name) where valid_to is null`.execute(tx);
      await sql`
        create table graph_edge (
          tenant_id text not null, source_uid text not null, child_uri text not null, parent_uri text not null, kind text not null, detail jsonb not null,
          valid_from bigint not null, valid_to bigint,
          primary key (tenant_id, child_uri, parent_uri, kind, valid_from)
        )`.execute(tx);
      await sql`
        create table graph_policy (
          tenant_id text not null, source_uid text not null, policy_id text not null, account_id text not null, name text not null, uri text not null, hash text not null,
          valid_from bigint not null, valid_to bigint,
          primary key (tenant_id, policy_id, valid_from)
        )`.execute(tx);
      await sql`create table graph_document (tenant_id text not null, hash text not null, document text not null, primary key (tenant_id, hash))`.execute(
        tx,
      );
      await sql`
        create table graph_profile_class (
          tenant_id text not null, source_uid text not null, profile_id text not null, pclass_id text not null, hops jsonb not null, depth smallint not null, conditional boolean not null,
          valid_from bigint not null, valid_to bigint,
          primary key (tenant_id, profile_id, pclass_id, valid_from)
        )`.execute(tx);
      await sql`
        create table graph_access (
          tenant_id text not null, source_uid text not null, pclass_id text not null, class_id text not null,
          read_mode smallint not null, write_mode smallint not null, admin_mode smallint not null, via jsonb not null, actions jsonb not null, actions_total integer not null,
          valid_from bigint not null, valid_to bigint,
          primary key (tenant_id, pclass_id, class_id, valid_from)
        )`.execute(tx);
      await sql`create index graph_access_class on graph_access (tenant_id, class_id) where valid_to is null`.execute(tx);
      for (const table of ['graph_snapshot', 'graph_entity', 'graph_edge', 'graph_policy', 'graph_document', 'graph_profile_class', 'graph_access'])
        await secureTenantTable(tx, table);
    },
  },
  // Imports stage their rows and find them again by source; a number that was once given is never given again.
  '0211_graph_staging': {
    async up(tx: Tx) {
      for (const table of ['graph_entity', 'graph_edge', 'graph_policy', 'graph_profile_class', 'graph_access']) {
        await sql`create index ${sql.ref(`${table}_source`)} on ${sql.table(table)} (tenant_id, source_uid, valid_from)`.execute(tx);
      }
      // Numbers below were given by counting, before there was a sequence.
      await sql`create sequence graph_snapshot_number start 1000`.execute(tx);
      await sql`grant usage on sequence graph_snapshot_number to ${sql.ref(APP_ROLE)}`.execute(tx);
    },
  },
  // Facts of any provider: what a policy hangs on, and relations by the provider's own ids, also to what another source lists.
  '0212_graph_facts': {
    async up(tx: Tx) {
      await sql`drop table graph_edge, graph_policy`.execute(tx);
      await sql`
        create table graph_edge (
          tenant_id text not null, source_uid text not null, child_id text not null, child_uri text, parent_id text not null, parent_uri text, kind text not null, detail jsonb not null,
          valid_from bigint not null, valid_to bigint,
          primary key (tenant_id, source_uid, child_id, parent_id, kind, valid_from)
        )`.execute(tx);
      await sql`
        create table graph_policy (
          tenant_id text not null, source_uid text not null, policy_id text not null, kind text not null, holder_id text not null, holder_uri text,
          account_id text not null, name text not null, uri text not null, hash text not null,
          valid_from bigint not null, valid_to bigint,
          primary key (tenant_id, source_uid, policy_id, kind, holder_id, valid_from)
        )`.execute(tx);
      await sql`create index graph_policy_id on graph_policy (tenant_id, policy_id) where valid_to is null`.execute(tx);
      await sql`create index graph_policy_holder on graph_policy (tenant_id, source_uid, holder_id) where valid_to is null`.execute(tx);
      for (const table of ['graph_edge', 'graph_policy']) {
        await sql`create index ${sql.ref(`${table}_source`)} on ${sql.table(table)} (tenant_id, source_uid, valid_from)`.execute(tx);
        await secureTenantTable(tx, table);
      }
    },
  },
  '0213_graph_tenant_wide': {
    async up(tx: Tx) {
      const interval = sql`valid_from bigint not null, valid_to bigint`;
      const own = sql`tenant_id text not null, source_uid text not null`;
      await sql`
        create table graph_source (${own}, cloud_type text not null, account_id text not null, needs jsonb not null, primary key (tenant_id, source_uid))`.execute(
        tx,
      );
      await sql`create table graph_due (${own}, primary key (tenant_id, source_uid))`.execute(tx);
      await sql`create table graph_holder (${own}, uri text not null, pclass_id text not null, ${interval}, primary key (tenant_id, source_uid, uri, valid_from))`.execute(
        tx,
      );
      await sql`
        create table graph_step (
          ${own}, child_uri text not null, parent_uri text not null, relation text not null, group_uri text not null, parent jsonb not null, via_group jsonb,
          conditions jsonb not null, ${interval}, primary key (tenant_id, source_uid, child_uri, parent_uri, relation, group_uri, valid_from)
        )`.execute(tx);
      await sql`create table graph_outsider (${own}, uri text not null, entity jsonb not null, ${interval}, primary key (tenant_id, source_uid, uri, valid_from))`.execute(
        tx,
      );
      await sql`
        create table graph_usage (
          ${own}, identity_id text not null, action text not null, resource_id text not null, day text not null, count bigint not null, failures bigint not null,
          last_at text not null, source_ip text, region text, ${interval},
          primary key (tenant_id, source_uid, identity_id, action, resource_id, day, valid_from)
        )`.execute(tx);
      await sql`create table graph_profile (${own}, profile_id text not null, hash text not null, ${interval}, primary key (tenant_id, profile_id, valid_from))`.execute(
        tx,
      );
      await sql`create index graph_usage_day on graph_usage (tenant_id, source_uid, day) where valid_to is null`.execute(tx);
      for (const table of ['graph_source', 'graph_due', 'graph_holder', 'graph_step', 'graph_outsider', 'graph_usage', 'graph_profile'])
        await secureTenantTable(tx, table);
      await sql`create index graph_entity_native on graph_entity (tenant_id, native_id) where valid_to is null`.execute(tx);
      for (const table of ['graph_entity', 'graph_edge', 'graph_policy', 'graph_profile_class', 'graph_access']) {
        await sql`drop index ${sql.ref(`${table}_source`)}`.execute(tx);
      }
      for (const table of ['graph_entity', 'graph_access']) {
        await sql`create index ${sql.ref(`${table}_current`)} on ${sql.table(table)} (tenant_id, source_uid) where valid_to is null`.execute(tx);
      }
      for (const table of FIRST_TABLES) {
        await sql`create index ${sql.ref(`${table}_begun`)} on ${sql.table(table)} (tenant_id, valid_from)`.execute(tx);
        await sql`create index ${sql.ref(`${table}_ended`)} on ${sql.table(table)} (tenant_id, valid_to) where valid_to is not null`.execute(tx);
      }
      // What was evaluated account by account is evaluated anew, tenant-wide, from the bundles that are kept.
      await sql`truncate ${sql.join([...FIRST_TABLES, 'graph_snapshot'].map((table) => sql.table(table)))}`.execute(tx);
      await readBundlesAnew(tx);
    },
  },
  // Which kind of access a use was, and what the log of a source tells at all.
  '0214_graph_usage': {
    async up(tx: Tx) {
      await sql`alter table graph_usage add column kind text`.execute(tx);
      await sql`alter table graph_source add column usage jsonb`.execute(tx);
      await sql`create index graph_usage_identity on graph_usage (tenant_id, identity_id, last_at) where valid_to is null`.execute(tx);
      await sql`create index graph_edge_parent on graph_edge (tenant_id, parent_id) where valid_to is null`.execute(tx);
      // The logs of bundles that are kept were not read before.
      await readBundlesAnew(tx);
    },
  },
  // Which actions edges and grants give, all of them by name; and the events of logs, one by one.
  '0217_graph_action_sets': {
    async up(tx: Tx) {
      await sql`
        create table graph_action_set (
          tenant_id text not null, set_id text not null, actions jsonb not null, primary key (tenant_id, set_id)
        )`.execute(tx);
      await secureTenantTable(tx, 'graph_action_set');
      await sql`
        create table graph_event (
          tenant_id text not null, source_uid text not null, account_id text not null, event_id text not null, name text not null, identity_id text not null,
          session text not null, action text not null, resource_id text not null, at text not null, succeeded boolean not null, source_ip text not null,
          user_agent text not null, region text not null, raw text not null,
          primary key (tenant_id, source_uid, event_id, action)
        )`.execute(tx);
      await sql`create index graph_event_time on graph_event (tenant_id, at, event_id, action)`.execute(tx);
      await sql`create index graph_event_identity on graph_event (tenant_id, identity_id, at)`.execute(tx);
      await secureTenantTable(tx, 'graph_event');
      await sql`alter table graph_access add column action_set text not null default ''`.execute(tx);
      // Bundles that are kept tell what was not kept before.
      await readBundlesAnew(tx);
    },
  },
  '0218_graph_statistics': {
    async up(tx: Tx) {
      await setStatistics(tx, 0);
    },
  },
  // Without statistics of documents the planner took them for short, and walked ways ten times as long as it needs to.
  '0220_graph_statistics_of_documents': {
    async up(tx: Tx) {
      await setStatistics(tx, -1);
    },
  },
  // What the action of an event does, in letters.
  '0219_graph_event_letters': {
    async up(tx: Tx) {
      await sql`alter table graph_event add column letters text not null default ''`.execute(tx);
    },
  },
  // Questions about a day that is over find resources by their class as those about now do.
  '0220_graph_class_ever': {
    async up(tx: Tx) {
      await sql`create index graph_entity_class_ever on graph_entity (tenant_id, class_id)`.execute(tx);
    },
  },
  // What questions look up first: entities by name in any case and by account, classes of resources by what their members have in common, and
  // edges from either end without the documents that stand beside them.
  '0230_graph_search': {
    async up(tx: Tx) {
      // A name that is worked out where it is compared is no key of an index under row-level security.
      await sql`alter table graph_entity add column name_key text collate "C" generated always as (lower(name)) stored`.execute(tx);
      await sql`create index graph_entity_name_key on graph_entity (tenant_id, name_key, type) where valid_to is null`.execute(tx);
      await sql`create index graph_entity_account on graph_entity (tenant_id, account_id, type) where valid_to is null`.execute(tx);
      await sql`
        create table graph_class (
          tenant_id text not null, source_uid text not null, class_id text not null, type text not null, account_id text not null, cloud_type text not null,
          primary key (tenant_id, source_uid, class_id, type, account_id, cloud_type)
        )`.execute(tx);
      await sql`create index graph_class_id on graph_class (tenant_id, class_id) include (type, account_id, cloud_type)`.execute(tx);
      await sql`create index graph_class_type on graph_class (tenant_id, type, account_id, class_id)`.execute(tx);
      await sql`create index graph_class_account on graph_class (tenant_id, account_id, type, class_id)`.execute(tx);
      await ofAllTenants(tx, ['graph_entity'], () =>
        sql`
          insert into graph_class select distinct tenant_id, source_uid, class_id, type, account_id, cloud_type from graph_entity
          where valid_to is null and is_resource and class_id is not null`.execute(tx),
      );
      await secureTenantTable(tx, 'graph_class');
      await sql`drop index graph_access_class`.execute(tx);
      for (const [name, one, other] of [
        ['graph_access_by_class', 'class_id', 'pclass_id'],
        ['graph_access_by_pclass', 'pclass_id', 'class_id'],
      ] as const) {
        await sql`
          create index ${sql.ref(name)} on graph_access (tenant_id, ${sql.ref(one)}, ${sql.ref(other)})
          include (read_mode, write_mode, admin_mode, action_set) where valid_to is null`.execute(tx);
      }
    },
  },
  '0231_graph_policy_kind': {
    async up(tx: Tx) {
      await sql`create index graph_policy_kind on graph_policy (tenant_id, kind) where valid_to is null`.execute(tx);
    },
  },
  // All that is asked of names while one is typed.
  '0232_graph_names': {
    async up(tx: Tx) {
      await sql`
        create index graph_entity_names on graph_entity (tenant_id, type, name_key) include (name, account_id) where valid_to is null`.execute(tx);
    },
  },
  // What questions ask of edges and steps, beside the documents that say the same: what the resources at their end are, and how their grants lead there.
  '0233_graph_reach': {
    async up(tx: Tx) {
      const text = sql`text not null default ''`;
      await sql`alter table graph_access add column type ${text}, add column account_id ${text}, add column cloud_type ${text}, add column marks bigint not null default 0`.execute(
        tx,
      );
      await sql`
        alter table graph_profile_class
        add column step_types text generated always as (jsonb_path_query_array(hops, '$[*].type')::text) stored`.execute(tx);
      const rest = sql`read_mode, write_mode, admin_mode, action_set, marks`;
      const read = ['graph_access', 'graph_entity', 'graph_policy'];
      await ofAllTenants(tx, read, async () => {
        await sql`
        update graph_access a set type = c.type, account_id = c.account_id, cloud_type = c.cloud_type, marks = coalesce(m.marks, 0)
        from graph_access o
        left join lateral (
          select e.type, e.account_id, e.cloud_type from graph_entity e where e.tenant_id = o.tenant_id and e.class_id = o.class_id limit 1) c on true
        left join lateral (
          select bit_or(1::bigint << (((case v ->> 'holder_type' when 'GROUP' then 2 when 'FEDERATED_GROUP' then 4 else 0 end
              + (case when exists (
                  select 1 from graph_policy g where g.tenant_id = o.tenant_id and g.source_uid = o.source_uid and g.policy_id = v ->> 'policy_id'
                    and g.kind in ('azure_role_assignment', 'gcp_binding', 'admin_role')) then 1 else 0 end)) * 3
              + array_position(array['READ', 'WRITE', 'ADMIN'], kind) - 1) * 2
              + (case when jsonb_array_length(v -> 'conditions') > 0 then 1 else 0 end))) marks
          from jsonb_array_elements(o.via) v, jsonb_array_elements_text(v -> 'kinds') kind where v ->> 'effect' = 'Allow') m on true
        where a.tenant_id = o.tenant_id and a.pclass_id = o.pclass_id and a.class_id = o.class_id and a.valid_from = o.valid_from and c.type is not null`.execute(
          tx,
        );
        await sql`
        create table graph_reach (
          tenant_id text not null, source_uid text not null, pclass_id text not null, type text not null, account_id text not null,
          cloud_type text not null, action_set text not null, read_mode smallint not null, write_mode smallint not null,
          admin_mode smallint not null, marks bigint not null,
          primary key (tenant_id, source_uid, pclass_id, type, account_id, action_set, read_mode, write_mode, admin_mode, marks)
        )`.execute(tx);
        await sql`
        insert into graph_reach (tenant_id, source_uid, pclass_id, type, account_id, cloud_type, ${rest})
        select distinct tenant_id, source_uid, pclass_id, type, account_id, cloud_type, ${rest} from graph_access where valid_to is null`.execute(tx);
      });
      await secureTenantTable(tx, 'graph_reach');
      await sql`create index graph_reach_type on graph_reach (tenant_id, type, account_id, pclass_id) include (cloud_type, ${rest})`.execute(tx);
      await sql`create index graph_reach_way on graph_reach (tenant_id, pclass_id, type) include (account_id, cloud_type, ${rest})`.execute(tx);
      // Edges know their classes now.
      await sql`drop table graph_class`.execute(tx);
      await sql`drop index graph_access_by_pclass, graph_access_by_class`.execute(tx);
      await sql`
        create index graph_access_by_pclass on graph_access (tenant_id, pclass_id, type, class_id)
        include (account_id, cloud_type, ${rest}, source_uid, valid_from) where valid_to is null`.execute(tx);
      await sql`
        create index graph_access_by_class on graph_access (tenant_id, class_id, pclass_id) include (${rest}) where valid_to is null`.execute(tx);
      await sql`
        create index graph_profile_class_by_pclass on graph_profile_class (tenant_id, pclass_id)
        include (profile_id, step_types, conditional) where valid_to is null`.execute(tx);
    },
  },
  // Who used anything of late, by the names that logs have of them.
  '0234_graph_users': {
    async up(tx: Tx) {
      // An address that is worked out where it is compared is no key of an index under row-level security.
      await sql`
        alter table graph_entity add column email_key text generated always as (lower(attributes ->> 'email')) stored`.execute(tx);
      await sql`create index graph_entity_email on graph_entity (tenant_id, email_key) where valid_to is null and email_key is not null`.execute(tx);
      await sql`create index graph_usage_last on graph_usage (tenant_id, last_at) include (identity_id, count) where valid_to is null`.execute(tx);
    },
  },
  // What looks at events asks again and again, and which events came or went since somebody looked.
  '0235_graph_event_news': {
    async up(tx: Tx) {
      await sql`
        alter table graph_event
          add column instance text not null generated always as
            (coalesce(substring(raw from ':assumed-role/[^/"]+/(i-[0-9a-f]{8,17})"'), '')) stored,
          add column tells_place boolean not null generated always as
            (raw ~ '"geolocation":[{]"l(at|on)":-?[0-9.eE+-]+,"l(at|on)":-?[0-9]' or raw ~ '"geoCoordinates":[{][^{}]*"latitude":-?[0-9][^{}]*"longitude":-?[0-9]')
            stored`.execute(tx);
      await sql`create index graph_event_session on graph_event (tenant_id, session, at) where session <> ''`.execute(tx);
      await sql`create index graph_event_address on graph_event (tenant_id, source_ip, at)`.execute(tx);
      await sql`create index graph_event_place on graph_event (tenant_id, source_ip, at) where tells_place`.execute(tx);
      await sql`create index graph_event_account on graph_event (tenant_id, account_id, identity_id, at)`.execute(tx);
      await sql`create index graph_event_action on graph_event (tenant_id, action, identity_id, at)`.execute(tx);
      await sql`
        create table graph_event_news (
          tenant_id text not null, news_id text not null, n integer not null, account_id text not null, identity_id text not null,
          session text not null, action text not null, letters text not null, source_ip text not null, tells_place boolean not null,
          primary key (tenant_id, news_id, n)
        )`.execute(tx);
      await secureTenantTable(tx, 'graph_event_news');
    },
  },
  // What each source tells of scopes over several accounts, of which one stands among the entities.
  '0236_graph_scope': {
    async up(tx: Tx) {
      await sql`
        create table graph_scope (
          tenant_id text not null, source_uid text not null, uri text not null, entity jsonb not null, class_id text, is_above boolean not null,
          valid_from bigint not null, valid_to bigint, primary key (tenant_id, source_uid, uri, valid_from)
        )`.execute(tx);
      await sql`create index graph_scope_begun on graph_scope (tenant_id, valid_from)`.execute(tx);
      await sql`create index graph_scope_ended on graph_scope (tenant_id, valid_to) where valid_to is not null`.execute(tx);
      await secureTenantTable(tx, 'graph_scope');
    },
  },
  '0240_graph_reach_account': {
    async up(tx: Tx) {
      await sql`create index graph_reach_account on graph_reach (tenant_id, account_id)`.execute(tx);
      await sql`alter table graph_reach add column resources integer not null default 0`.execute(tx);
      const read = ['graph_access', 'graph_entity', 'graph_reach'];
      await ofAllTenants(tx, read, async () => {
        const columns = sql`tenant_id, source_uid, pclass_id, type, account_id, action_set, read_mode, write_mode, admin_mode, marks`;
        await sql`
        update graph_reach g set resources = a.resources
        from (
          select ${columns}, sum(c.n)::int resources from graph_access
            join (
              select tenant_id, source_uid, class_id, count(*) n from graph_entity where valid_to is null and is_resource group by 1, 2, 3
            ) c using (tenant_id, source_uid, class_id)
          where valid_to is null group by ${columns}
        ) a
        where (g.tenant_id, g.source_uid, g.pclass_id, g.type, g.account_id) = (a.tenant_id, a.source_uid, a.pclass_id, a.type, a.account_id)
          and (g.action_set, g.read_mode, g.write_mode, g.admin_mode, g.marks) = (a.action_set, a.read_mode, a.write_mode, a.admin_mode, a.marks)`.execute(
          tx,
        );
      });
      // What one way leads to is read from the index alone.
      await sql`drop index graph_reach_way`.execute(tx);
      await sql`
        create index graph_reach_way on graph_reach (tenant_id, pclass_id, type)
        include (account_id, cloud_type, read_mode, write_mode, admin_mode, action_set, marks, resources)`.execute(tx);
    },
  },
  // Whether somebody told of a scope before it came under another address, or after it went.
  '0245_graph_scope_ever': {
    async up(tx: Tx) {
      await sql`create index graph_entity_scope on graph_entity (tenant_id, native_id) where type = 'SCOPE'`.execute(tx);
    },
  },
  // What makes a resource is asked of the account, and its use is a use of the account.
  '0246_graph_making': {
    async up(tx: Tx) {
      await ofAllTenants(tx, ['graph_usage', 'source'], async () => {
        await sql`alter table graph_usage add column of_account boolean not null default false`.execute(tx);
        await sql`update graph_usage set of_account = true where resource_id = '' and kind is not null`.execute(tx);
        // Bundles that are kept are evaluated anew, and tell of what use that is.
        await sql`
        update source set phase = 'PHASE_QUEUED', progress = 0, import_id = null where bundle is not null and cloud_type = 'AWS'`.execute(tx);
      });
    },
  },
  '0247_graph_reach_gone': {
    up: clearGoneReach,
  },
  // Identities by their names without all the resources between them; policies that stand in many accounts under one id.
  '0248_graph_identities': {
    async up(tx: Tx) {
      await sql`create index graph_entity_identities on graph_entity (tenant_id, name, entity_id) where valid_to is null and is_identity`.execute(tx);
      await sql`drop index graph_policy_id`.execute(tx);
      await sql`create index graph_policy_id on graph_policy (tenant_id, policy_id, source_uid) where valid_to is null`.execute(tx);
    },
  },
  // What suggestions count: they never read all entities for it.
  '0249_graph_count': {
    async up(tx: Tx) {
      await sql`
        create table graph_count (
          tenant_id text not null, source_uid text not null, account_id text not null, type text not null, n integer not null,
          primary key (tenant_id, source_uid, account_id, type)
        )`.execute(tx);
      await ofAllTenants(tx, ['graph_entity'], () =>
        sql`
        insert into graph_count
        select tenant_id, source_uid, account_id, type, count(*) from graph_entity where valid_to is null group by 1, 2, 3, 4`.execute(tx),
      );
      await secureTenantTable(tx, 'graph_count');
    },
  },
};

/** Deleted sources left edges behind in `graph_reach` that were counted on. */
export function clearGoneReach(tx: Tx): Promise<void> {
  return ofAllTenants(tx, ['graph_reach', 'graph_source'], () =>
    sql`
      delete from graph_reach r
      where not exists (select 1 from graph_source s where s.tenant_id = r.tenant_id and s.source_uid = r.source_uid)`.execute(tx),
  );
}

/** Bundles that are kept are evaluated again where they tell more than was kept of them. */
function readBundlesAnew(tx: Tx): Promise<void> {
  return ofAllTenants(tx, ['source'], () =>
    sql`update source set phase = 'PHASE_QUEUED', progress = 0, import_id = null where bundle is not null`.execute(tx),
  );
}

/** @param target how much is sampled of documents; -1: as of other columns */
async function setStatistics(tx: Tx, target: 0 | -1): Promise<void> {
  const documents = {
    graph_entity: ['attributes'],
    graph_edge: ['detail'],
    graph_step: ['parent', 'via_group', 'conditions'],
    graph_outsider: ['entity'],
    graph_profile_class: ['hops'],
    graph_access: ['via', 'actions'],
  };
  for (const [table, columns] of Object.entries(documents)) {
    for (const column of columns)
      await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set statistics ${sql.lit(target)}`.execute(tx);
  }
}
