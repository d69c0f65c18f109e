import { Type, type Static } from '@sinclair/typebox';
import { endpoint, FileAnswer, NARROWED } from '../endpoint';
import { StringEnum } from '../vocabulary';
import { OneDownload } from './downloads';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hexadecimal digits' });
const closed = { additionalProperties: false };

/** The most rows of a query that evidence can have. */
export const MOST_EVIDENCE_ROWS = 1000;

/** Kinds of claims that a proof can have. */
export const PROOF_KINDS = ['reaches', 'not-reaches'] as const;

/** A signed proof. The order of the members is that of the file. */
export const ProofEnvelope = Type.Object({
  payload: Type.String({ description: 'canonical JSON of the proof (docs/proof.md), in Base64' }),
  payloadType: Type.String(),
  signatures: Type.Array(Type.Object({ keyid: Sha256, sig: Type.String({ description: 'Ed25519, in Base64' }) })),
});
export type ProofEnvelope = Static<typeof ProofEnvelope>;

/** A public key that signs proofs, or signed them. */
export const ProofKey = Type.Object({
  keyid: Sha256,
  public_key: Type.String({ description: 'SubjectPublicKeyInfo (DER) in Base64: the body of a PEM file' }),
  begun_at: Type.String({ description: 'ISO 8601' }),
  ended_at: Type.Union([Type.String(), Type.Null()], { description: 'null: the key signs now' }),
});
export type ProofKey = Static<typeof ProofKey>;

const OrNull = (schema: typeof Sha256) => Type.Union([schema, Type.Null()]);

/** The record of an import, which proofs lead to. */
export const FactsManifest = Type.Object(
  {
    position: Type.Integer({ description: 'number of the manifest in the tenant, from 1' }),
    snapshot: Type.Integer(),
    source: Type.String(),
    account: Type.String(),
    cloud: Type.String(),
    taken_at: Type.String(),
    facts_root: Sha256,
    facts_count: Type.Integer(),
    bundle_sha256: OrNull(Sha256),
    release: Type.String(),
    catalogue_sha256: Sha256,
    estate: Sha256,
    previous: OrNull(Sha256),
    digest: Sha256,
  },
  closed,
);
export type FactsManifest = Static<typeof FactsManifest>;

/** Proofs that a checker replays without the server. */
export const proofEndpoints = {
  'POST /v1/proofs': endpoint({
    summary: 'Make a signed proof that an identity reaches a resource, or does not, now or on a former day. 422 where the graph says otherwise',
    access: [...read],
    owner: 'graph-explorer',
    audit: { requestOnly: 'it changes nothing; the request names the claim' },
    readOnly: true,
    accounts: NARROWED,
    body: {
      kind: StringEnum(PROOF_KINDS),
      identity_uri: Type.String({ maxLength: 2000 }),
      resource_uri: Type.String({ maxLength: 2000 }),
      actions: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
          minItems: 1,
          maxItems: 500,
          description: 'such as s3:GetObject. Left out: every allowed action, or for "not-reaches" every action on the resource',
        }),
      ),
      as_of: Type.Optional(Type.String({ format: 'date', description: 'state of the graph at the end of this day, UTC' })),
    },
    answer: ProofEnvelope,
  }),
  'POST /v1/proofs/export': endpoint({
    summary: 'Start the evidence of a query: a job writes a zip with a signed proof for each row, fetched as other data downloads',
    access: [...read],
    owner: ['graph-explorer', 'compliance'],
    audit: { requestOnly: 'it changes nothing; the request names the query' },
    status: 202,
    body: { query: Type.String({ minLength: 1, maxLength: 4000, description: 'query of access, also of a day ("as-of")' }) },
    answer: OneDownload,
  }),
  'GET /v1/proofs/keys': endpoint({
    summary: 'List the public keys of proofs with their time spans, and the digest of the checker',
    access: 'public',
    answer: Type.Object({
      keys: Type.Array(ProofKey),
      checker_sha384: Type.String({ description: 'SHA-384 of the file of GET /v1/proofs/checker, in hexadecimal digits' }),
    }),
  }),
  'GET /v1/proofs/checker': endpoint({
    summary: 'Download the checker of proofs, one file for Node.js that needs no server',
    access: 'public',
    produces: 'text/javascript',
    answer: FileAnswer,
  }),
  'GET /v1/proofs/manifest': endpoint({
    summary: 'List the manifests of imports: those of one snapshot, or the newest of each source',
    access: [...read],
    owner: 'graph-explorer',
    query: { snapshot: Type.Optional(Type.Integer({ minimum: 1 })) },
    answer: Type.Object({ manifests: Type.Array(FactsManifest) }),
  }),
};
