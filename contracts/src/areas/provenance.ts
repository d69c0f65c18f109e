import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { RemoteIdSchema } from './remotes';

/** The origin of a release. `digest` binds it to the files of the release. */
export const Provenance = Type.Object(
  {
    id: RemoteIdSchema,
    version: Type.String({ maxLength: 100 }),
    digest: Type.String({ maxLength: 100, description: 'SHA-384 over the sorted list of file digests' }),
    commit: Type.Union([Type.String({ maxLength: 100, pattern: '^[0-9A-Za-z+-]*$' }), Type.Null()], { description: 'commit of the sources' }),
    builder: Type.String({ maxLength: 300, description: 'run of the pipeline that built it, or "local"' }),
  },
  { additionalProperties: false },
);
export type Provenance = Static<typeof Provenance>;

/** An Ed25519 signature in base64, and the id of its key. */
export const ReleaseSignature = Type.Object(
  { key_id: Type.String({ maxLength: 64 }), signature: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
);
export type ReleaseSignature = Static<typeof ReleaseSignature>;

/** A key with which a team signs its releases. */
export const SigningKey = Type.Object({
  id: RemoteIdSchema,
  key_id: Type.String({ description: 'start of the SHA-256 digest of the public key' }),
  label: Type.String(),
  public_key: Type.String({ description: 'PEM' }),
  created_by: Type.String(),
  created_at: Type.String(),
  revoked: Type.Boolean(),
});
export type SigningKey = Static<typeof SigningKey>;

/** A release that was removed or would be. */
export const PrunedRelease = Type.Object({ id: RemoteIdSchema, version: Type.String(), bytes: Type.Integer() });
export type PrunedRelease = Static<typeof PrunedRelease>;

/** Signing keys, and the removal of old releases. */
export const provenanceEndpoints = {
  'GET /v1/remotes/{id}/signing-keys': endpoint({
    summary: 'List the signing keys of a remote, newest first',
    access: ['CAM_OPERATOR'],
    path: { id: RemoteIdSchema },
    answer: Type.Object({ keys: Type.Array(SigningKey) }),
  }),
  'POST /v1/remotes/{id}/signing-keys': endpoint({
    summary: 'Add an Ed25519 key. From then on, each new release of the remote needs a signature. 422 for another kind of key',
    access: ['CAM_OPERATOR'],
    audit: 'add',
    status: 201,
    path: { id: RemoteIdSchema },
    body: { label: Type.String({ minLength: 3, maxLength: 100 }), public_key: Type.String({ maxLength: 1000, description: 'PEM' }) },
    answer: SigningKey,
  }),
  'DELETE /v1/remotes/{id}/signing-keys/{key_id}': endpoint({
    summary: 'Revoke a signing key. Releases that it signed count as unsigned',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    path: { id: RemoteIdSchema, key_id: Type.String() },
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v1/remotes/prune': endpoint({
    summary: 'Remove old releases that no channel, pin or plan names and that no console falls back to',
    access: ['CAM_OPERATOR'],
    audit: 'change',
    body: {
      id: Type.Optional(RemoteIdSchema),
      keep: Type.Integer({ minimum: 1, maximum: 1000, description: 'number of the newest releases of each remote that stay in any case' }),
      dry_run: Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({ removed: Type.Array(PrunedRelease) }),
  }),
};
