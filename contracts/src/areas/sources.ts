import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { CloudType, Phase, Words } from '../vocabulary';
import { Account, Organization, OrganizationHierarchy, SourceInfo } from './entities';

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
  snapshot_time: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601 of the last good snapshot' }),
});
export type SourceProgress = Static<typeof SourceProgress>;

/** What a source is to the graph: ADDED until its first snapshot is in; DELETED while what came from it goes. */
export const ONBOARDING_CHANGES = ['NONE', 'ADDED', 'DELETED'] as const;

/** The log of use: none was read yet; what was imported is read; it is pulled every day. */
export const USAGE_ONBOARDING = ['INIT', 'PULL_DONE', 'DAILY_UPDATE'] as const;

/** How far a source has come on its way into the graph. */
export const SourceOnboarding = Type.Object({
  uid: Type.String(),
  account_id: Type.String(),
  cloud_type: CloudType,
  change: Words(ONBOARDING_CHANGES),
  current_phase_enum: Phase,
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  in_progress: Type.Boolean(),
  usage: Words(USAGE_ONBOARDING),
  usage_since: Type.Union([Type.String(), Type.Null()], { description: 'the first day that its log covers, YYYY-MM-DD, UTC' }),
});
export type SourceOnboarding = Static<typeof SourceOnboarding>;

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

/** The blocks in which each provider's fields stand; one of them belongs to a cloud type. */
const infoBlocks = {
  aws_info: Type.Optional(SourceInfo),
  azureInfo: Type.Optional(SourceInfo),
  gcp_info: Type.Optional(SourceInfo),
  okta_info: Type.Optional(SourceInfo),
  okta_idp_info: Type.Optional(SourceInfo),
};

/** The same of an organization; what an account is connected by fits as well. */
const organizationBlocks = {
  ...infoBlocks,
  aws_organization_info: Type.Optional(SourceInfo),
  azure_organization_info: Type.Optional(SourceInfo),
  gcp_organization_info: Type.Optional(SourceInfo),
};

const sourceName = Type.String({ minLength: 1, maxLength: 200 });

const includeList = Type.Record(Type.String(), Type.Boolean(), { description: 'by account id; empty: every account, also those to come' });

/** How far the hierarchy of an organization is built. */
export const HierarchyBuild = Words(['RUNNING', 'COMPLETED', 'FAILED']);

export const ValidateType = Words(['VALIDATE_TYPE_UNKNOWN', 'VALIDATE_TYPE_ORGANIZATION', 'VALIDATE_TYPE_ACCOUNT']);
export type ValidateType = Static<typeof ValidateType>;

export const sourcesEndpoints = {
  'GET /beta/accounts/{cloud_type}': endpoint({
    summary: 'Sources of a cloud type',
    access: accountRead,
    path: cloudPath,
    answer: Type.Object({ account_list: Type.Array(Account) }),
  }),
  'GET /beta/accounts': endpoint({
    summary: 'One source, with what connects it; secrets are masked',
    access: accountRead,
    query: { uid: Type.String() },
    answer: Type.Object({ account: Account }),
  }),
  'POST /beta/accounts': endpoint({
    summary: 'Connect an account: its credentials are tested, stored sealed, and its first pull begins',
    access: accountWrite,
    audit: 'add',
    owner: 'sources',
    body: { account: Type.Object({ account_name: sourceName, cloud_type: CloudType, ...infoBlocks }) },
    answer: Type.Object({ account: Account, warnings: Type.Array(Type.String()) }),
  }),
  'PATCH /beta/accounts': endpoint({
    summary: 'Rename a source, or change what connects it: a changed connection is tested first',
    access: accountWrite,
    audit: 'change',
    owner: 'sources',
    body: { account: Type.Object({ uid: Type.String(), account_name: Type.Optional(sourceName), ...infoBlocks }) },
    answer: Type.Object({ account: Account }),
  }),
  'DELETE /beta/accounts': endpoint({
    summary: 'Delete a source with everything that came from it',
    access: accountWrite,
    audit: 'remove',
    owner: 'sources',
    query: { uid: Type.String(), cloud_type: CloudType },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/tenants/organizations': endpoint({
    summary: 'Every organization, or those of a cloud type, or one',
    access: accountRead,
    query: { cloud_type: Type.Optional(CloudType), organization_uid: Type.Optional(Type.String()) },
    answer: Type.Object({ organization: Type.Array(Organization) }),
  }),
  'GET /v1/tenants/organizations/{cloud_type}': endpoint({
    summary: 'Organizations of a cloud type',
    access: accountRead,
    path: cloudPath,
    answer: Type.Object({ organization: Type.Array(Organization) }),
  }),
  'GET /v1/tenants/organizations/{cloud_type}/{organization_uid}': endpoint({
    summary: 'One organization, with what connects it; secrets are masked',
    access: accountRead,
    path: { ...cloudPath, organization_uid: Type.String() },
    answer: Type.Object({ organization: Organization }),
  }),
  'POST /v1/tenants/organizations': endpoint({
    summary: 'Connect an organization: its credentials are tested, stored sealed, and the accounts of its scope are pulled',
    access: accountWrite,
    audit: 'add',
    owner: 'sources',
    body: {
      organization: Type.Object({
        organization_name: sourceName,
        cloud_type: CloudType,
        include_account_id_list: Type.Optional(includeList),
        ...organizationBlocks,
      }),
    },
    answer: Type.Object({ organization: Organization, warnings: Type.Array(Type.String()) }),
  }),
  'PATCH /v1/tenants/organizations': endpoint({
    summary: 'Rename an organization, change what connects it or its scope: accounts that leave the scope go with everything that came from them',
    access: accountWrite,
    audit: 'change',
    owner: 'sources',
    body: {
      organization: Type.Object({
        organization_uid: Type.String(),
        organization_name: Type.Optional(sourceName),
        include_account_id_list: Type.Optional(includeList),
        ...organizationBlocks,
      }),
    },
    answer: Type.Object({ organization: Organization }),
  }),
  'DELETE /v1/tenants/organizations': endpoint({
    summary: 'Delete an organization with its accounts and everything that came from them',
    access: accountWrite,
    audit: 'remove',
    owner: 'sources',
    query: { organization_uid: Type.String(), cloud_type: CloudType },
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/policy-reader/build-organization-hierarchy': endpoint({
    summary: 'Begin to ask what is in an organization, by credentials as they are tested. Answers at once',
    access: accountWrite,
    audit: { asked: 'it asks the provider what there is' },
    owner: 'sources',
    body: {
      organization_uid: Type.Optional(Type.String({ description: 'of a known organization' })),
      organization_name: Type.Optional(Type.String()),
      organization_id: Type.Optional(Type.String()),
      cloud_type: CloudType,
      ...organizationBlocks,
    },
    status: 202,
    answer: Type.Object({ org_build_uuid: Type.String() }),
  }),
  'GET /v1/policy-reader/get-organization-hierarchy': endpoint({
    summary: 'What is in an organization, once that is known',
    access: accountRead,
    query: { org_build_uuid: Type.String() },
    answer: Type.Object({
      status: HierarchyBuild,
      error: Type.String({ description: 'why it failed, a sentence' }),
      hierarchy: Type.Union([OrganizationHierarchy, Type.Null()]),
    }),
  }),
  'POST /v1/policy-reader/test-connection': endpoint({
    summary: 'Try credentials, those of a known source where secrets are masked. Stores nothing',
    access: accountWrite,
    audit: { not: 'it asks the provider whether credentials are right, and keeps nothing' },
    owner: 'sources',
    body: {
      uid: Type.Optional(Type.String({ description: 'of a known source' })),
      organization_uid: Type.Optional(Type.String()),
      organization_id: Type.Optional(Type.String()),
      organization_name: Type.Optional(Type.String()),
      account_name: Type.Optional(Type.String()),
      include_account_id_list: Type.Optional(includeList),
      cloud_type: CloudType,
      ...organizationBlocks,
    },
    answer: Type.Object({
      validate_type: ValidateType,
      organization_info: Type.Union([Type.Object({ organization_id: Type.String(), organization_name: Type.String() }), Type.Null()]),
      account_info: Type.Union([Type.Object({ account_id: Type.String(), account_name: Type.String() }), Type.Null()]),
      warnings: Type.Array(Type.String(), { description: 'what somebody should know of the connection, sentences' }),
      applications: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), cloud_type: CloudType }), {
        description: 'of a directory for which no SAAS application was named: those by which its people sign in to a cloud',
      }),
    }),
  }),
  'GET /v1/policy-reader/aws-principal': endpoint({
    summary: 'Who the server is at AWS: whom the role of a source has to let in',
    access: accountWrite,
    owner: 'sources',
    answer: Type.Object({
      arn: Type.String({ description: 'empty: the server has no identity there' }),
      reason: Type.String({ description: 'why not, a sentence' }),
    }),
  }),
  'PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}': endpoint({
    summary: "Import a snapshot bundle: a zip of the provider's own JSON files, or one such file. Answers at once; the progress call tells the rest",
    access: accountWrite,
    audit: 'add',
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
  'GET /v1/calendar/onboardingProgress': endpoint({
    summary: 'How far sources have come on their way into the graph, and whether the log of their use is read',
    access: accountRead,
    query: { uid: Type.Optional(Type.String({ description: 'this source alone' })) },
    answer: Type.Object({ onboarding: Type.Array(SourceOnboarding), in_progress: Type.Boolean(), error: Type.String() }),
  }),
  'PATCH /v1/calendar/onDemandRunFSM': endpoint({
    summary: 'Take a snapshot of one source, or of all, now: connected ones are pulled, the others evaluated from their last bundles again',
    access: accountWrite,
    audit: { asked: 'it begins runs; changes tell what came of them' },
    body: {
      uid: Type.Optional(Type.String()),
      uids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2000, description: 'several sources' })),
    },
    answer: Type.Object({ started: Type.Array(Type.String()), error: Type.String() }),
  }),
  'POST /v1/usage/onboardaccounts': endpoint({
    summary: 'Take up the logs of accounts: what is connected is pulled with its log now, and daily from then on; an imported bundle is read again',
    access: accountWrite,
    audit: { asked: 'it begins runs; changes tell what came of them' },
    body: { account_ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1000, description: 'without them: all accounts' })) },
    answer: Type.Object({
      accounts: Type.Array(
        Type.Object({
          account_id: Type.String(),
          uid: Type.String(),
          usage: Words(USAGE_ONBOARDING),
          started: Type.Boolean({ description: 'false: a snapshot of it is being taken already' }),
        }),
      ),
      error: Type.String(),
    }),
  }),
  'POST /v1/calendar/resetFSMState': endpoint({
    summary: 'End the run of a source that is under way, so that another can begin. The last good snapshot stays',
    access: accountWrite,
    audit: { asked: 'it ends a run that hangs' },
    owner: 'sources',
    body: { uid: Type.String() },
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/calendar/cleanup': endpoint({
    summary: 'Remove what a delete that was cut off has left of a source or an organization',
    access: accountWrite,
    audit: { asked: 'it goes on with a deletion, of which the log has what was deleted' },
    owner: 'sources',
    body: { id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'uid of what was deleted' }) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/policy-reader/policies': endpoint({
    summary: 'Policy documents by id, as JSON text',
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    audit: { not: 'it reads documents' },
    asks: true,
    body: { policies: Type.Array(Type.String()), account_ids: Type.Array(Type.String()), identity_uri: Type.Optional(Type.String()) },
    answer: Type.Object({ policies: Type.Array(Type.Object({ policy_name: Type.String(), policy_document: Type.String() })) }),
  }),
  'POST /v1/policy-reader/evaluate': endpoint({
    summary: "Policy simulator: decides cases by a provider's own rules, in their order, with the evaluator that builds the graph",
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    audit: { not: 'it judges what it is given, and keeps nothing' },
    asks: true,
    body: { cases: Type.Array(Type.Unknown(), { maxItems: 10_000, description: 'as `cam evaluate` reads them, one per line' }) },
    answer: Type.Object({ cases: Type.Array(SimulatedCase) }),
  }),
};
