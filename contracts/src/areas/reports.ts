import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../endpoint';
import { ReportStatus, Words } from '../vocabulary';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const write = ['CAM_GENERAL_WRITE'] as const;

/** Kinds of report; the label is what people read. */
export const REPORT_TYPE_LABELS = {
  REPORT_TYPE_UNKNOWN: 'Unknown',
  REPORT_TYPE_ACCESS: 'Access',
  REPORT_TYPE_UNUSED_ACCESS_ROLE_SUMMARY: 'Unused Roles',
  REPORT_TYPE_UNUSED_ACCESS_ROLE_BY_SERVICE_SUMMARY: 'Unused Roles by Service',
  REPORT_TYPE_UNUSED_ACCESS_ROLE_BY_PRIVILEGE_SUMMARY: 'Unused Roles by Privilege',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_SUMMARY: 'Unused Identities w/ Role',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_BY_SERVICE_SUMMARY: 'Unused Identities w/ Role by Service',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_BY_PRIVILEGE_SUMMARY: 'Unused Identities w/ Role by Privilege',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_WITHOUT_ROLE_SUMMARY: 'Unused Identities w/o Role',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_WITHOUT_ROLE_BY_SERVICE_SUMMARY: 'Unused Identities w/o Role by Service',
  REPORT_TYPE_UNUSED_ACCESS_IDENTITY_WITHOUT_ROLE_BY_PRIVILEGE_SUMMARY: 'Unused Identities w/o Role by Privilege',
} as const;
export type ReportType = keyof typeof REPORT_TYPE_LABELS;
export const ReportTypeWord = Words(Object.keys(REPORT_TYPE_LABELS) as ReportType[]);

export const Report = Type.Object({
  report_id: Type.String(),
  name: Type.String(),
  type: ReportTypeWord,
  status: ReportStatus,
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  rows: Type.Union([Type.Integer(), Type.Null()]),
  bytes: Type.Union([Type.Integer(), Type.Null()]),
  created_by: Type.String(),
  create_date: Type.String(),
  error: Type.String(),
});
export type Report = Static<typeof Report>;

export const reportsEndpoints = {
  'GET /v1/reports': endpoint({
    summary: 'Reports of the tenant, newest first',
    access: read,
    owner: 'reports',
    query: {
      count: Type.Optional(Type.Boolean()),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    answer: Type.Object({ entries: Type.Array(Report), count: Type.Integer(), error: Type.String() }),
  }),
  'POST /v1/reports': endpoint({
    summary: 'Queue a report',
    access: read,
    owner: 'reports',
    status: 202,
    body: {
      name: Type.String({ minLength: 1, maxLength: 300 }),
      type: Words(['REPORT_TYPE_ACCESS']),
      criteria: Type.Optional(
        Type.Object({ query: Type.Optional(Type.String({ maxLength: 4000, description: 'what the report lists; default: user with-access any' })) }),
      ),
    },
    answer: Type.Object({ report: Report, error: Type.String() }),
  }),
  'PATCH /v1/reports/{report_id}': endpoint({
    summary: 'Rename a report',
    access: write,
    owner: 'reports',
    path: { report_id: Type.String() },
    body: { name: Type.String({ minLength: 1, maxLength: 300 }) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'DELETE /v1/reports': endpoint({
    summary: 'Delete reports',
    access: write,
    owner: 'reports',
    query: { report_ids: Type.Array(Type.String()) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/reports/download': endpoint({
    summary: 'The file of one report (xlsx), or of several (reports.zip)',
    access: read,
    owner: 'reports',
    query: { report_ids: Type.Array(Type.String()) },
    produces: 'application/octet-stream',
    answer: FileAnswer,
  }),
};
