import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { WRITE_RIGHTS } from '../rights';

/** One write: what somebody changed in the product itself. */
export const AuditEntry = Type.Object({
  audit_id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  actor: Type.String({ description: 'e-mail, or the label of a publisher token' }),
  address: Type.String({ description: 'network address that the call came from' }),
  call: Type.String({ description: 'method and path as in this document' }),
  summary: Type.String({ description: 'what the call does' }),
  kind: Type.Union([Type.Literal('ADDED'), Type.Literal('CHANGED'), Type.Literal('REMOVED'), Type.Literal('ASKED')], {
    description: 'ASKED: it began something, and there is nothing to compare',
  }),
  subject: Type.String({ description: 'what was changed, by its name or its ids in the path' }),
  before: Type.Unknown({ description: 'as it was, where the product knows; secrets are masked' }),
  after: Type.Unknown({ description: 'what was asked for, or as it is since; secrets are masked' }),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const auditEndpoints = {
  'GET /v1/tenants/audit': endpoint({
    summary: 'What was changed in the product, by whom, when and from where, the latest first',
    access: WRITE_RIGHTS.GENERAL,
    query: {
      search: Type.Optional(Type.String({ maxLength: 200, description: 'in who, what and from where, before and after' })),
      start_date: Type.Optional(Type.String({ format: 'date' })),
      end_date: Type.Optional(Type.String({ format: 'date' })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    },
    answer: Type.Object({ entries: Type.Array(AuditEntry), found_count: Type.Integer() }),
  }),
};
