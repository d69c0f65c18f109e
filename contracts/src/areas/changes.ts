import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { StringEnum } from '../vocabulary';

const changesRead = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;

/** Change types: an entity (NODE) or a relation between two entities (EDGE) was added, removed or modified. */
export const CHANGE_TYPES = ['NODE_ADD', 'NODE_DEL', 'NODE_MODIFY', 'EDGE_ADD', 'EDGE_DEL', 'EDGE_MODIFY'] as const;
const ChangeType = StringEnum(CHANGE_TYPES);
export type ChangeType = Static<typeof ChangeType>;

const State = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

/** One change between two snapshots. */
export const ChangeInfo = Type.Object({
  type: ChangeType,
  change_time: Type.String({ description: 'time of the first snapshot that contains the change' }),
  happened_at: Type.Union([Type.String(), Type.Null()], {
    description: 'time of the last logged or recorded call behind the change; null if unknown',
  }),
  uri: Type.String(),
  name: Type.String(),
  resource_type: Type.String(),
  from_account_id: Type.String(),
  account_name: Type.String(),
  region: Type.String(),
  summary: Type.String({ description: 'the change in one sentence' }),
  relation: Type.Union([Type.Object({ kind: Type.String(), uri: Type.String(), name: Type.String() }), Type.Null()], {
    description: 'the other end of a changed relation; null when the entity itself changed',
  }),
  before: State,
  after: State,
  made_by: Type.Array(
    Type.Object({
      event_id: Type.String(),
      event_name: Type.String(),
      time: Type.String(),
      name: Type.String(),
      uri: Type.String({ description: 'empty when the identity is unknown' }),
      type: Type.String(),
    }),
    { description: 'logged calls since the previous snapshot that may have caused the change; empty without logs' },
  ),
});
export type ChangeInfo = Static<typeof ChangeInfo>;

const Day = Type.String({ format: 'date' });

const filter = {
  alerts_only: Type.Optional(Type.Boolean({ description: 'only entities with open alerts' })),
  widened_access: Type.Optional(
    Type.Boolean({ description: 'only changes that widen access: grants, memberships, removed limits, new public entities' }),
  ),
  resource_type: Type.Optional(StringEnum(['ALL', ...CHANGE_TYPES])),
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
  'table_options.search_filter': Type.Optional(Type.String({ maxLength: 200 })),
  'table_options.search_fields': Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
};

const DocumentHash = Type.String({ pattern: '^[\\w-]{1,128}$' });
const Document = Type.Union([Type.String(), Type.Null()], { description: 'JSON text; null when not requested or no longer stored' });

const CountList = Type.Array(Type.Object({ type: StringEnum(['ALL', ...CHANGE_TYPES]), count: Type.Integer() }));

/** Changes between snapshots. */
export const changesEndpoints = {
  'GET /v1/changes': endpoint({
    summary: 'List changes between snapshots, with counts by type',
    access: changesRead,
    owner: 'alerts',
    query: {
      ...filter,
      'table_options.page_number': Type.Optional(Type.Integer({ minimum: 0, description: 'from 0' })),
      'table_options.page_size': Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      'table_options.sorted_field': Type.Optional(StringEnum(['change_time', 'type', 'name', 'resource_type', 'account_id'])),
      'table_options.sorted_asc': Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({
      change_info_list: Type.Array(ChangeInfo),
      change_count_list: CountList,
      pages_count: Type.Integer(),
      total_count: Type.Object({
        high_count: Type.Integer({ description: 'changes of entities with open alerts of high severity' }),
        medium_count: Type.Integer(),
        low_count: Type.Integer(),
        total_count: Type.Integer(),
      }),
    }),
  }),
  'GET /v1/changes/documents': endpoint({
    summary: 'Read the policy documents before and after a change, by the hashes in its `before` and `after`',
    access: changesRead,
    owner: 'alerts',
    query: { before: Type.Optional(DocumentHash), after: Type.Optional(DocumentHash) },
    answer: Type.Object({ before: Document, after: Document }),
  }),
  'GET /v1/changes/count': endpoint({
    summary: 'Count changes by type',
    access: changesRead,
    owner: 'alerts',
    query: filter,
    answer: Type.Object({ change_count_list: CountList }),
  }),
};
