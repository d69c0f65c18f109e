import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NO_ACCOUNTS } from '../endpoint';
import { CloudType, Phase, StringEnum } from '../vocabulary';
import { Account, Organization, OrganizationHierarchy, SourceInfo } from './entities';

const accountRead = ['CAM_ACCOUNT_READ', 'CAM_ACCOUNT_WRITE', 'CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;
const accountWrite = ['CAM_ACCOUNT_WRITE', 'CAM_GENERAL_WRITE'] as const;

/** An error or warning about a source, with its position in the bundle. */
export const SourceMessage = Type.Object({
  type: StringEnum(['WARNING', 'ERROR']),
  account_id: Type.String(),
  account_name: Type.String(),
  file: Type.Union([Type.String(), Type.Null()]),
  place: Type.Union([Type.String(), Type.Null()], { description: 'JSON pointer or byte position inside the file' }),
  message: Type.String(),
});
export type SourceMessage = Static<typeof SourceMessage>;

/** Progress of the current or last run of a source. */
export const SourceProgress = Type.Object({
  uid: Type.String(),
  account_id: Type.String(),
  current_phase_enum: Phase,
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  messages: Type.Array(SourceMessage),
  snapshot_time: Type.Union([Type.String(), Type.Null()], { description: 'time of the last successful snapshot, ISO 8601' }),
});
export type SourceProgress = Static<typeof SourceProgress>;

/** State of a source in the graph. ADDED: before its first snapshot. DELETED: while its data is being deleted. */
export const ONBOARDING_CHANGES = ['NONE', 'ADDED', 'DELETED'] as const;

/** State of the usage log. INIT: not read yet. PULL_DONE: an imported log was read. DAILY_UPDATE: the log is pulled every day. */
export const USAGE_ONBOARDING = ['INIT', 'PULL_DONE', 'DAILY_UPDATE'] as const;

/** Onboarding state of a source. */
export const SourceOnboarding = Type.Object({
  uid: Type.String(),
  account_id: Type.String(),
  cloud_type: CloudType,
  change: StringEnum(ONBOARDING_CHANGES),
  current_phase_enum: Phase,
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  in_progress: Type.Boolean(),
  usage: StringEnum(USAGE_ONBOARDING),
  usage_since: Type.Union([Type.String(), Type.Null()], { description: 'first day of its log, YYYY-MM-DD, UTC' }),
});
export type SourceOnboarding = Static<typeof SourceOnboarding>;

/** Result of the policy simulator for one case: a decision, or an error in the case. */
export const SimulatedCase = Type.Object({
  id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  decision: Type.Optional(StringEnum(['Allowed', 'ImplicitlyDenied', 'ExplicitlyDenied', 'Conditional'])),
  allowed: Type.Optional(Type.Boolean({ description: 'true when allowed under all conditions' })),
  conditions: Type.Optional(Type.Array(Type.String(), { description: 'conditions that must hold, in words' })),
  because: Type.Optional(Type.Array(Type.String(), { description: 'reasons for the decision, in sentences' })),
  error: Type.Optional(Type.String()),
});
export type SimulatedCase = Static<typeof SimulatedCase>;

const cloudPath = { cloud_type: CloudType };

/** Provider blocks of an account. Each belongs to one cloud type. */
const infoBlocks = {
  aws_info: Type.Optional(SourceInfo),
  azureInfo: Type.Optional(SourceInfo),
  gcp_info: Type.Optional(SourceInfo),
  okta_info: Type.Optional(SourceInfo),
  okta_idp_info: Type.Optional(SourceInfo),
};

/** Provider blocks of an organization. The blocks of an account are accepted as well. */
const organizationBlocks = {
  ...infoBlocks,
  aws_organization_info: Type.Optional(SourceInfo),
  azure_organization_info: Type.Optional(SourceInfo),
  gcp_organization_info: Type.Optional(SourceInfo),
};

const sourceName = Type.String({ minLength: 1, maxLength: 200 });

const includeList = Type.Record(Type.String(), Type.Boolean(), { description: 'by account id; empty selects every account, including later ones' });

/** State of a hierarchy build. */
export const HierarchyBuild = StringEnum(['RUNNING', 'COMPLETED', 'FAILED']);

/** Result of a connection test: an account or an organization. */
export const ValidateType = StringEnum(['VALIDATE_TYPE_UNKNOWN', 'VALIDATE_TYPE_ORGANIZATION', 'VALIDATE_TYPE_ACCOUNT']);
export type ValidateType = Static<typeof ValidateType>;

/** Sources, organizations, connections, imports and runs. */
export const sourcesEndpoints = {
  'GET /beta/accounts/{cloud_type}': endpoint({
    summary: 'List the sources of a cloud type',
    access: accountRead,
    path: cloudPath,
    answer: Type.Object({ account_list: Type.Array(Account) }),
  }),
  'GET /beta/accounts': endpoint({
    summary: 'Read a source with its connection; secrets are masked',
    access: accountRead,
    query: { uid: Type.String() },
    answer: Type.Object({ account: Account }),
  }),
  'POST /beta/accounts': endpoint({
    summary: 'Connect an account: test its credentials, store them sealed and start its first pull',
    access: accountWrite,
    audit: 'add',
    owner: 'sources',
    body: { account: Type.Object({ account_name: sourceName, cloud_type: CloudType, ...infoBlocks }) },
    answer: Type.Object({ account: Account, warnings: Type.Array(Type.String()) }),
  }),
  'PATCH /beta/accounts': endpoint({
    summary: 'Rename a source or change its connection. A changed connection is tested first',
    access: accountWrite,
    audit: 'change',
    owner: 'sources',
    body: { account: Type.Object({ uid: Type.String(), account_name: Type.Optional(sourceName), ...infoBlocks }) },
    answer: Type.Object({ account: Account }),
  }),
  'DELETE /beta/accounts': endpoint({
    summary: 'Delete a source with all its data',
    access: accountWrite,
    audit: 'remove',
    owner: 'sources',
    query: { uid: Type.String(), cloud_type: CloudType },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/tenants/organizations': endpoint({
    summary: 'List all organizations, those of a cloud type, or one',
    access: accountRead,
    query: { cloud_type: Type.Optional(CloudType), organization_uid: Type.Optional(Type.String()) },
    answer: Type.Object({ organization: Type.Array(Organization) }),
  }),
  'GET /v1/tenants/organizations/{cloud_type}': endpoint({
    summary: 'List the organizations of a cloud type',
    access: accountRead,
    path: cloudPath,
    answer: Type.Object({ organization: Type.Array(Organization) }),
  }),
  'GET /v1/tenants/organizations/{cloud_type}/{organization_uid}': endpoint({
    summary: 'Read an organization with its connection; secrets are masked',
    access: accountRead,
    path: { ...cloudPath, organization_uid: Type.String() },
    answer: Type.Object({ organization: Organization }),
  }),
  'POST /v1/tenants/organizations': endpoint({
    summary: 'Connect an organization: test its credentials, store them sealed and pull the accounts in its scope',
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
    summary: 'Rename an organization, or change its connection or scope. Accounts that leave the scope are deleted with all their data',
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
    summary: 'Delete an organization with its accounts and all their data',
    access: accountWrite,
    audit: 'remove',
    owner: 'sources',
    query: { organization_uid: Type.String(), cloud_type: CloudType },
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/policy-reader/build-organization-hierarchy': endpoint({
    summary: 'Start to build the hierarchy of an organization with the credentials under test. Answers at once',
    access: accountWrite,
    audit: { requestOnly: 'it only reads from the provider' },
    owner: 'sources',
    body: {
      organization_uid: Type.Optional(Type.String({ description: 'uid of an existing organization' })),
      organization_name: Type.Optional(Type.String()),
      organization_id: Type.Optional(Type.String()),
      cloud_type: CloudType,
      ...organizationBlocks,
    },
    status: 202,
    answer: Type.Object({ org_build_uuid: Type.String() }),
  }),
  'GET /v1/policy-reader/get-organization-hierarchy': endpoint({
    summary: 'Read the hierarchy of an organization once it is built',
    access: accountRead,
    query: { org_build_uuid: Type.String() },
    answer: Type.Object({
      status: HierarchyBuild,
      error: Type.String({ description: 'sentence that says why it failed' }),
      hierarchy: Type.Union([OrganizationHierarchy, Type.Null()]),
    }),
  }),
  'POST /v1/policy-reader/test-connection': endpoint({
    summary: 'Test a connection. Masked secrets stand for those of the existing source. Stores nothing',
    access: accountWrite,
    audit: { exempt: 'it tests credentials at the provider and stores nothing' },
    owner: 'sources',
    body: {
      uid: Type.Optional(Type.String({ description: 'uid of an existing source' })),
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
      warnings: Type.Array(Type.String(), { description: 'warnings about the connection, in sentences' }),
      applications: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), cloud_type: CloudType }), {
        description: 'for a directory without a named SAAS application: the applications through which its users sign in to a cloud',
      }),
    }),
  }),
  'GET /v1/policy-reader/aws-principal': endpoint({
    summary: "Read the server's AWS principal, which the role of a source must trust",
    access: accountWrite,
    owner: 'sources',
    answer: Type.Object({
      arn: Type.String({ description: 'empty when the server has no AWS principal' }),
      reason: Type.String({ description: 'sentence that says why there is none' }),
    }),
  }),
  'PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}': endpoint({
    summary:
      "Import a snapshot bundle: a zip of the provider's own JSON files, or one such file. Answers at once; the progress call reports the import",
    access: accountWrite,
    audit: 'add',
    owner: 'sources',
    path: { cloud_type: CloudType, account_id: Type.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' }) },
    query: {
      name: Type.Optional(Type.String({ maxLength: 200, description: 'name of the source; an existing source keeps its name without it' })),
      file: Type.Optional(Type.String({ description: 'file name when the body is one JSON file' })),
      taken_at: Type.Optional(
        Type.String({
          pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
          description: 'time at which the data was read from the provider, not before the last snapshot of the source; now by default',
        }),
      ),
    },
    consumes: 'application/zip, application/json, application/octet-stream',
    status: 202,
    answer: Type.Object({ account: Account, job_id: Type.String() }),
  }),
  'GET /v1/calendar/progress': endpoint({
    summary: 'Read the ingestion progress of every source',
    access: accountRead,
    answer: Type.Object({
      organization_sources: Type.Array(SourceProgress),
      sources: Type.Array(SourceProgress),
      progress_list: Type.Array(Type.Object({ account_id: Type.String(), progress: Type.Number() })),
    }),
  }),
  'GET /v1/calendar/onboardingProgress': endpoint({
    summary: 'Read the onboarding state of sources and of their usage logs',
    access: accountRead,
    query: { uid: Type.Optional(Type.String({ description: 'limits the answer to this source' })) },
    answer: Type.Object({ onboarding: Type.Array(SourceOnboarding), in_progress: Type.Boolean(), error: Type.String() }),
  }),
  'PATCH /v1/calendar/onDemandRunFSM': endpoint({
    summary: 'Take a snapshot of one source or of all now. Connected sources are pulled; the last bundles of the others are evaluated again',
    access: accountWrite,
    audit: { requestOnly: 'it starts runs; the changes show their results' },
    body: {
      uid: Type.Optional(Type.String()),
      uids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2000, description: 'several sources' })),
    },
    answer: Type.Object({ started: Type.Array(Type.String()), error: Type.String() }),
  }),
  'POST /v1/usage/onboardaccounts': endpoint({
    summary: 'Read the usage logs of accounts: connected accounts are pulled with their log now and daily; imported bundles are read again',
    access: accountWrite,
    audit: { requestOnly: 'it starts runs; the changes show their results' },
    body: { account_ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1000, description: 'all accounts by default' })) },
    answer: Type.Object({
      accounts: Type.Array(
        Type.Object({
          account_id: Type.String(),
          uid: Type.String(),
          usage: StringEnum(USAGE_ONBOARDING),
          started: Type.Boolean({ description: 'false when a run is in progress already' }),
        }),
      ),
      error: Type.String(),
    }),
  }),
  'POST /v1/calendar/resetFSMState': endpoint({
    summary: 'Stop the run of a source, so that another can start. The last successful snapshot is kept',
    access: accountWrite,
    audit: { requestOnly: 'it stops a run' },
    owner: 'sources',
    body: { uid: Type.String() },
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/calendar/cleanup': endpoint({
    summary: 'Remove the remaining data after an interrupted delete of a source or an organization',
    access: accountWrite,
    audit: { requestOnly: 'it completes a delete, whose entry names the deleted object' },
    owner: 'sources',
    body: { id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'uid of the deleted object' }) },
    answer: Type.Object({ error: Type.String() }),
  }),
  'POST /v1/policy-reader/policies': endpoint({
    summary: 'Read policy documents by id, as JSON text',
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    audit: { exempt: 'it only reads documents' },
    readOnly: true,
    body: { policies: Type.Array(Type.String()), account_ids: Type.Array(Type.String()), identity_uri: Type.Optional(Type.String()) },
    answer: Type.Object({ policies: Type.Array(Type.Object({ policy_name: Type.String(), policy_document: Type.String() })) }),
  }),
  'POST /v1/policy-reader/evaluate': endpoint({
    summary: "Simulate policies: decide cases by the provider's rules, with the evaluator that builds the graph",
    access: ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'],
    accounts: NO_ACCOUNTS,
    audit: { exempt: 'it evaluates the given cases and stores nothing' },
    readOnly: true,
    body: { cases: Type.Array(Type.Unknown(), { maxItems: 10_000, description: 'cases in the format of `cam evaluate`, one per line' }) },
    answer: Type.Object({ cases: Type.Array(SimulatedCase) }),
  }),
};
