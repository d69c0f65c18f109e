import { Type } from '@sinclair/typebox';
import { endpoint, NARROWED } from '../../endpoint';
import { RegionCount } from '../intents';
import { RollUpGraph } from './details';
import { CountFreshness, Count, NullableCount, Nullable, Query, INVENTORY_READ, TypeTotal } from './common';

/** Dashboard counts. */
export const dashboardEndpoints = {
  'GET /v1/graph-querymgr/dashboard': endpoint({
    summary: 'Count entities, access and exposure of the tenant or of one account',
    access: INVENTORY_READ,
    accounts: NARROWED,
    owner: 'graph-explorer',
    answer: Type.Object({
      ...CountFreshness,
      account_count: Count,
      user_info: Type.Object({
        user_count: Count,
        active_user_count: Nullable(Type.Integer({ description: 'users with activity in the last 90 days' })),
      }),
      data_info: Type.Object({ object_count: Count, public_object_count: Count }),
      privilege_info: Type.Object({ privilege_count: Count, used_privilege_count: NullableCount }),
      sensitive_privilege_info: Type.Object({ privilege_count: Count, used_privilege_count: NullableCount }),
      instance_info: Type.Object({ instance_count: Count, public_instance_count: Count }),
      network_info: Type.Object({ network_count: Count, public_network_count: Count }),
      shadow_access_info: Type.Object({
        account_count: Type.Integer({ description: 'rows of unknown sources' }),
        network_count: Count,
        is_limited: Type.Optional(
          Type.Boolean({ description: 'true for a caller who is limited to accounts: the sources are other accounts, so both numbers are 0' }),
        ),
      }),
      role_info: Type.Object({
        role_count: Count,
        unused_role_count: NullableCount,
        excluded_role_count: Type.Integer({ description: 'unused roles that an exclusion covers; unused_role_count leaves them out' }),
      }),
      member_info: Type.Object({ member_count: Type.Integer({ description: 'identities in at least one group' }) }),
      scope_info: Type.Object({ scope_count: Count }),
      public_objects_info: Type.Array(Type.Object({ source_type: Type.String(), public_count: Count, query: Query })),
      public_by_region: Type.Array(Type.Object({ ...RegionCount.properties, query: Query })),
      result_graph: RollUpGraph,
      entity_counts: Type.Array(TypeTotal),
      tile_queries: Type.Record(Type.String(), Query, { description: 'query of each tile' }),
    }),
  }),
};
