import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';

const accountRead = ['CAM_ACCOUNT_READ', 'CAM_ACCOUNT_WRITE', 'CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const accountWrite = ['CAM_ACCOUNT_WRITE', 'CAM_GENERAL_WRITE'] as const;

/** A link between a source and a source of the identity-governance product. */
export const CorrelatedSource = Type.Object({
  id: Type.String(),
  tenantId: Type.String(),
  idnSourceId: Type.String({ description: 'id in the identity-governance product' }),
  idnSourceName: Type.String({ description: 'name at the time of linking' }),
  camSourceId: Type.String({ description: 'uid of an account or organization' }),
});
export type CorrelatedSource = Static<typeof CorrelatedSource>;

/** Links to sources of the identity-governance product. */
export const correlatedSourcesEndpoints = {
  'GET /v1/correlated-sources': endpoint({
    summary: 'List the links to sources of the identity-governance product',
    access: accountRead,
    owner: 'sources',
    answer: Type.Array(CorrelatedSource),
  }),
  'POST /v1/correlated-sources': endpoint({
    summary: 'Link a source to a source of the identity-governance product. An existing link is replaced',
    access: accountWrite,
    audit: 'change',
    owner: 'sources',
    body: {
      idnSourceId: Type.String({ minLength: 1, maxLength: 200 }),
      idnSourceName: Type.String({ minLength: 1, maxLength: 200 }),
      camSourceId: Type.String({ minLength: 1, maxLength: 200 }),
    },
    answer: CorrelatedSource,
  }),
  'DELETE /v1/correlated-sources/{id}': endpoint({
    summary: 'Remove the link to a source of the identity-governance product',
    access: accountWrite,
    audit: 'remove',
    owner: 'sources',
    path: { id: Type.String() },
    answer: Type.Object({ error: Type.String() }),
  }),
};
