import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { WRITE_RIGHTS } from '../rights';

/** One entry of the audit log: a change that a user made in the product. */
export const AuditEntry = Type.Object({
  audit_id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  actor: Type.String({ description: 'email address, or label of a publisher token' }),
  address: Type.String({ description: 'IP address of the caller' }),
  call: Type.String({ description: 'method and path of the call, as in this document, or of a page of the identity platform' }),
  summary: Type.String({ description: 'summary of the call or page' }),
  kind: Type.Union([Type.Literal('ADDED'), Type.Literal('CHANGED'), Type.Literal('REMOVED'), Type.Literal('ASKED')], {
    description: 'ASKED: the call started an operation and has no states to compare',
  }),
  subject: Type.String({ description: 'name of the changed object, or its ids in the path' }),
  before: Type.Unknown({ description: 'previous state, if known; secrets are masked' }),
  after: Type.Unknown({ description: 'new state, or the request; secrets are masked' }),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** The audit log of the product. */
export const auditEndpoints = {
  'GET /v1/tenants/audit': endpoint({
    summary: 'List the changes that users made in the product, the latest first',
    access: WRITE_RIGHTS.GENERAL,
    query: {
      search: Type.Optional(Type.String({ maxLength: 200, description: 'text in any field of the entry' })),
      start_date: Type.Optional(Type.String({ format: 'date' })),
      end_date: Type.Optional(Type.String({ format: 'date' })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    },
    answer: Type.Object({ entries: Type.Array(AuditEntry), found_count: Type.Integer() }),
  }),
};
