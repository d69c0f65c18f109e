import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { CloudType, Phase, Words } from '../vocabulary';
import { Account, Organization } from './entities';

const accountRead = ['CAM_ACCOUNT_READ', 'CAM_ACCOUNT_WRITE', 'CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const accountWrite = ['CAM_ACCOUNT_WRITE', 'CAM_GENERAL_WRITE'] as const;

/** One line of a source's errors table: what was wrong in a bundle, and where. */
export const SourceMessage = Type.Object({
  type: Words(['WARNING', 'ERROR']),
  account_id: Type.String(),
  account_name: Type.String(),
  file: Type.Union([Type.String(), Type.Null()]),
  place: Type.Union([Type.String(), Type.Null()], { description: 'JSON pointer or byte position inside the file' }),
  message: Type.String(),
});
export type SourceMessage = Static<typeof SourceMessage>;

export const SourceProgress = Type.Object({
  uid: Type.String(),
  account_id: Type.String(),
  current_phase_enum: Phase,
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  messages: Type.Array(SourceMessage),
});
export type SourceProgress = Static<typeof SourceProgress>;

/** What the policy simulator makes of one case: a decision, or what is wrong with the case. */
export const SimulatedCase = Type.Object({
  id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  decision: Type.Optional(Words(['Allowed', 'ImplicitlyDenied', 'ExplicitlyDenied', 'Conditional'])),
  allowed: Type.Optional(Type.Boolean({ description: 'in any case, whatever the request brings along' })),
  conditions: Type.Optional(Type.Array(Type.String(), { description: 'what must hold, in words' })),
  because: Type.Optional(Type.Array(Type.String(), { description: 'what decides, as sentences' })),
  error: Type.Optional(Type.String()),
});
export type SimulatedCase = Static<typeof SimulatedCase>;

const cloudPath = { cloud_type: CloudType };

export const sourcesEndpoints = {
  'GET /beta/accounts/{cloud_type}': endpoint({
    summary: 'Sources of a cloud type',
    access: accountRead,
    path: cloudPath,
    answer: Type.Object({ account_list: Type.Array(Account) }),
  }),
  'PATCH /beta/accounts': endpoint({
    summary: 'Rename a source',
    access: accountWrite,
    owner: 'sources',
    body: { account: Type.Object({ uid: Type.String(), account_name: Type.String({ minLength: 1, maxLength: 200 }) }) },
    answer: Type.Object({ account: Account }),
  }),
  'DELETE /beta/accounts': endpoint({
    summary: 'Delete a source with everything that came from it',
    access: accountWrite,
    owner: 'sources',
    query: { uid: Type.String(), cloud_type: CloudType },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/tenants/organizations/{cloud_type}': endpoint({
    summary: 'Organizations of a cloud type',
    access: accountRead,
    path: cloudPath,
    answer: Type.Object({ organization: Type.Array(Organization) }),
  }),
  'PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}': endpoint({
    summary: "Import a snapshot bundle: a zip of the provider's own JSON files, or one such file. Answers at once; the progress call tells the rest",
    access: accountWrite,
    owner: 'sources',
    path: { cloud_type: CloudType, account_id: Type.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' }) },
    query: {
      name: Type.Optional(Type.String({ maxLength: 200, description: 'name of the source; an existing one keeps its name without it' })),
      file: Type.Optional(Type.String({ description: 'original file name where the body is one JSON file' })),
      taken_at: Type.Optional(
        Type.String({
          pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
          description: 'when the provider was asked, not before the last snapshot of the source; without it: now',
        }),
      ),
    },
    consumes: 'application/zip, application/json, application/octet-stream',
    status: 202,
    answer: Type.Object({ account: Account, job_id: Type.String() }),
  }),
  'GET /v1/calendar/progress': endpoint({
    summary: 'Ingestion progress of every source',
    access: accountRead,
    answer: Type.Object({
      organization_sources: Type.Array(SourceProgress),
      sources: Type.Array(SourceProgress),
      progress_list: Type.Array(Type.Object({ account_id: Type.String(), progress: Type.Number() })),
    }),
  }),
  'PATCH /v1/calendar/onDemandRunFSM': endpoint({
    summary: 'Run the ingestion of one source, or of all, from their last bundles again',
    access: accountRead,
    body: { uid: Type.Optional(Type.String()) },
    answer: Type.Object({ started: Type.Array(Type.String()), error: Type.String() }),
  }),
  'POST /v1/policy-reader/policies': endpoint({
    summary: 'Policy documents by id, as JSON text',
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    body: { policies: Type.Array(Type.String()), account_ids: Type.Array(Type.String()), identity_uri: Type.Optional(Type.String()) },
    answer: Type.Object({ policies: Type.Array(Type.Object({ policy_name: Type.String(), policy_document: Type.String() })) }),
  }),
  'POST /v1/policy-reader/evaluate': endpoint({
    summary: "Policy simulator: decides cases by a provider's own rules, in their order, with the evaluator that builds the graph",
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    body: { cases: Type.Array(Type.Unknown(), { maxItems: 10_000, description: 'as `cam evaluate` reads them, one per line' }) },
    answer: Type.Object({ cases: Type.Array(SimulatedCase) }),
  }),
};
