import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../endpoint';
import { PARTIAL_REASONS } from '../partial-results';
import { REPORT_FORMATS, REPORT_TYPE_LABELS, type ReportType } from '../report-types';
import { ReportStatus, Words } from '../vocabulary';
import { UNUSED_SORTS } from './inventory/unused';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const write = ['CAM_GENERAL_WRITE'] as const;

export const ReportTypeWord = Words(Object.keys(REPORT_TYPE_LABELS) as ReportType[]);

export const ReportFormatWord = Words(REPORT_FORMATS);

export const Report = Type.Object({
  report_id: Type.String(),
  name: Type.String(),
  type: ReportTypeWord,
  format: ReportFormatWord,
  status: ReportStatus,
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  rows: Type.Union([Type.Integer(), Type.Null()]),
  bytes: Type.Union([Type.Integer(), Type.Null()]),
  created_by: Type.String({ description: 'of a report that a schedule had made: whoever made the schedule' }),
  schedule_id: Type.Union([Type.String(), Type.Null()], { description: 'of the schedule that had it made' }),
  create_date: Type.String(),
  expire_date: Type.Union([Type.String(), Type.Null()], { description: 'when the file is removed; null until it is made' }),
  error: Type.String(),
  partial: Type.Array(Words(PARTIAL_REASONS), { description: 'why the file may not hold all that there is' }),
});
export type Report = Static<typeof Report>;

/** What a report is of: a query, or a view of unused access with its search and order. The account filter is that of the call. */
export const ReportCriteria = Type.Object(
  {
    query: Type.Optional(Type.String({ maxLength: 4000, description: 'of an access report; default: user with-access any' })),
    search: Type.Optional(Type.String({ maxLength: 200 })),
    sorted_field: Type.Optional(Words(UNUSED_SORTS)),
    sorted_asc: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ReportCriteria = Static<typeof ReportCriteria>;

export const CREATED_REPORT_TYPES = (Object.keys(REPORT_TYPE_LABELS) as ReportType[]).filter((type) => type !== 'REPORT_TYPE_UNKNOWN');

const list = {
  access: read,
  owner: 'reports',
  query: {
    count: Type.Optional(Type.Boolean()),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    report_id: Type.Optional(Type.String({ maxLength: 64, description: 'this report alone' })),
  },
  answer: Type.Object({ entries: Type.Array(Report), count: Type.Integer(), error: Type.String() }),
} as const;

export const reportsEndpoints = {
  'GET /v1/reports': endpoint({ summary: 'Reports of the tenant, newest first', ...list }),
  'GET /v1/report': endpoint({ summary: 'Reports of the tenant, newest first: the same list under its other name', ...list }),
  'POST /v1/reports': endpoint({
    summary: 'Queue a report',
    access: read,
    audit: 'add',
    owner: 'reports',
    status: 202,
    body: {
      name: Type.String({ minLength: 1, maxLength: 300 }),
      type: Words(CREATED_REPORT_TYPES),
      format: Type.Optional(ReportFormatWord),
      criteria: Type.Optional(ReportCriteria),
    },
    answer: Type.Object({ report: Report, error: Type.String() }),
  }),
  'PATCH /v1/reports/{report_id}': endpoint({
    summary: 'Rename a report',
    access: write,
    audit: 'change',
    owner: 'reports',
    path: { report_id: Type.String() },
    body: { name: Type.String({ minLength: 1, maxLength: 300 }) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'DELETE /v1/reports': endpoint({
    summary: 'Delete reports',
    access: write,
    audit: 'remove',
    owner: 'reports',
    query: { report_ids: Type.Array(Type.String()) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/reports/download': endpoint({
    summary: 'The file of one report (xlsx or CSV), or of several (reports.zip)',
    access: read,
    owner: 'reports',
    query: { report_ids: Type.Array(Type.String()) },
    produces: 'application/octet-stream',
    answer: FileAnswer,
  }),
};
