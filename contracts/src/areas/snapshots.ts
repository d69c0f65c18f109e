import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { RUN_TRIGGERS, SCHEDULE_STEPS, SNAPSHOT_VIEWS } from '../snapshot-schedule';
import { AccountStatus, CloudType, Phase, StringEnum } from '../vocabulary';
import { SourceMessage } from './sources';

const accountRead = ['CAM_ACCOUNT_READ', 'CAM_ACCOUNT_WRITE', 'CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const accountWrite = ['CAM_ACCOUNT_WRITE', 'CAM_GENERAL_WRITE'] as const;

/** The snapshot schedule of a source: an interval, or a local time on each day or on one weekday. */
const Schedule = Type.Object(
  {
    every: StringEnum(SCHEDULE_STEPS),
    at: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'local time of the zone, HH:mm, for DAILY and WEEKLY' }),
    weekday: Type.Integer({ minimum: 0, maximum: 6, description: 'weekday, 0 is Sunday, for WEEKLY' }),
    time_zone: Type.String({ maxLength: 60, description: 'IANA name, such as Europe/Berlin' }),
  },
  { additionalProperties: false },
);

/** One run of a source: a snapshot, or the reason of a failure. */
export const SourceSnapshot = Type.Object({
  run_id: Type.String({ description: 'empty when the source has had no run' }),
  uid: Type.String({ description: 'uid of the source' }),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: CloudType,
  trigger: Type.Union([StringEnum(RUN_TRIGGERS), Type.Null()]),
  began_time: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601; null when unknown' }),
  ended_time: Type.Union([Type.String(), Type.Null()]),
  snapshot_time: Type.Union([Type.String(), Type.Null()], {
    description: 'LAST_SNAPSHOT: time of the last successful snapshot. HISTORY: time of the snapshot of this run; null without one',
  }),
  status: AccountStatus,
  status_reason: Type.String(),
  phase: Phase,
  is_changed: Type.Union([Type.Boolean(), Type.Null()], { description: 'true when the graph changed; null without a snapshot' }),
  entity_count: Type.Union([Type.Integer(), Type.Null()]),
  warning_count: Type.Integer(),
  error_count: Type.Integer(),
  messages: Type.Array(SourceMessage, { description: 'in the history, the first 20 messages of the run' }),
  is_connected: Type.Boolean(),
  schedule: Type.Union([Schedule, Type.Null()], { description: 'null for once a day' }),
  next_snapshot_time: Type.Union([Type.String(), Type.Null()]),
});
export type SourceSnapshot = Static<typeof SourceSnapshot>;

/** Snapshots and their schedules. */
export const snapshotsEndpoints = {
  'GET /v1/calendar/snapshots': endpoint({
    summary: 'List the last run of each source, or all stored runs, the latest first',
    access: accountRead,
    owner: 'sources',
    query: {
      view: StringEnum(SNAPSHOT_VIEWS),
      uid: Type.Optional(Type.String({ description: 'limits the list to one source' })),
      status: Type.Optional(AccountStatus),
      'table_options.search_filter': Type.Optional(Type.String({ maxLength: 200, description: 'text in name or id of the source' })),
      'table_options.page_number': Type.Optional(Type.Integer({ minimum: 0, description: 'from 0' })),
      'table_options.page_size': Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    answer: Type.Object({ snapshots: Type.Array(SourceSnapshot), total_count: Type.Integer() }),
  }),
  'PATCH /v1/calendar/schedule': endpoint({
    summary: 'Change the snapshot schedule of connected sources',
    access: accountWrite,
    audit: 'change',
    owner: 'sources',
    body: {
      uids: Type.Array(Type.String(), { minItems: 1, maxItems: 2000 }),
      schedule: Type.Union([Schedule, Type.Null()], { description: 'null for once a day' }),
    },
    answer: Type.Object({ error: Type.String() }),
  }),
};
