import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer } from '../endpoint';
import { PARTIAL_REASONS } from '../partial-results';
import { ReportStatus, StringEnum } from '../vocabulary';
import { ENTITY_SORTS } from './inventory/overview';
import { PRIVILEGE_SORTS, USAGE_VIEWS } from './inventory/privileges';
import { UNUSED_IDENTITY_TYPES, UNUSED_REQUEST_TYPES, UNUSED_SORTS } from './inventory/unused';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;

/** Lists that can be downloaded as a file: entities, privileges, unused access and query answers. */
export const DOWNLOAD_VIEWS = ['ENTITIES', 'PRIVILEGES', 'UNUSED_ACCESS', 'ACCESS'] as const;

/** Contents of stored downloads: lists, and evidence of queries and of access reviews, which have calls of their own. */
export const STORED_VIEWS = [...DOWNLOAD_VIEWS, 'EVIDENCE', 'REVIEW'] as const;

/** Areas that show downloads. */
const owner = ['graph-explorer', 'compliance'] as const;

/** Selection of a download, by its view. It uses the parameters of the export calls. */
export const DownloadCriteria = Type.Object(
  {
    type: Type.Optional(Type.String({ maxLength: 500, description: 'ENTITIES: types, comma-separated' })),
    source: Type.Optional(Type.String({ maxLength: 200 })),
    search: Type.Optional(Type.String({ maxLength: 200 })),
    view_type: Type.Optional(StringEnum(USAGE_VIEWS)),
    sensitive: Type.Optional(Type.Boolean()),
    identity_type: Type.Optional(StringEnum(UNUSED_IDENTITY_TYPES)),
    request_type: Type.Optional(StringEnum(UNUSED_REQUEST_TYPES)),
    uri: Type.Optional(Type.String({ maxLength: 2000 })),
    service: Type.Optional(Type.String({ maxLength: 300 })),
    privilege: Type.Optional(Type.String({ maxLength: 300 })),
    input: Type.Optional(Type.String({ maxLength: 4000, description: 'ACCESS: the query' })),
    sorted_field: Type.Optional(StringEnum([...new Set([...ENTITY_SORTS, ...PRIVILEGE_SORTS, ...UNUSED_SORTS])])),
    sorted_asc: Type.Optional(Type.Boolean()),
    include_idle: Type.Optional(Type.Boolean({ description: 'UNUSED_ACCESS: includes break-glass, service-linked and provider-managed ones' })),
    columns: Type.Optional(Type.String({ maxLength: 500 })),
    campaign: Type.Optional(Type.String({ maxLength: 100, description: 'evidence of an access review: its id' })),
  },
  { additionalProperties: false },
);
export type DownloadCriteria = Static<typeof DownloadCriteria>;

/** A data download and the state of its job. */
export const DataDownload = Type.Object({
  download_id: Type.String(),
  view: StringEnum(STORED_VIEWS),
  file_name: Type.String({ description: 'empty until the file is ready' }),
  status: ReportStatus,
  bytes: Type.Integer(),
  created_by: Type.String(),
  create_date: Type.String(),
  expire_date: Type.String(),
  error: Type.String(),
  partial: Type.Array(StringEnum(PARTIAL_REASONS), { description: 'reasons why the file may be incomplete' }),
});
export type DataDownload = Static<typeof DataDownload>;

/** A data download as the answer of a call. */
export const OneDownload = Type.Object({ download: DataDownload, error: Type.String() });
const path = { download_id: Type.String({ maxLength: 100 }) };

/** Data downloads: files that a background job writes. */
export const downloadsEndpoints = {
  'POST /graph-querymgr/v1/resources/publish': endpoint({
    summary: 'Start a data download: a job writes the complete list to a file, which is kept for one day',
    access: read,
    audit: 'add',
    owner: 'graph-explorer',
    status: 202,
    body: { view: StringEnum(DOWNLOAD_VIEWS), criteria: Type.Optional(DownloadCriteria) },
    answer: OneDownload,
  }),
  'GET /graph-querymgr/v1/resources/publish': endpoint({
    summary: 'List the stored data downloads of the tenant, the newest first',
    access: read,
    owner: 'graph-explorer',
    answer: Type.Object({ downloads: Type.Array(DataDownload) }),
  }),
  'GET /graph-querymgr/v1/resources/publish/{download_id}': endpoint({
    summary: 'Read the progress of a data download',
    access: read,
    owner,
    path,
    answer: OneDownload,
  }),
  'GET /graph-querymgr/v1/resources/publish/{download_id}/file': endpoint({
    summary: 'Download the file of a data download while it is stored: CSV, or a zip with evidence',
    access: read,
    owner,
    path,
    answer: FileAnswer,
    produces: 'text/csv',
  }),
};
