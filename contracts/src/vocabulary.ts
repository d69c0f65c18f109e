import { Type, type Static, type TUnsafe } from '@sinclair/typebox';

/** Returns the schema of a closed set of strings, as JSON Schema `enum`. */
export function StringEnum<const T extends readonly string[]>(words: T): TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...words] });
}

/** Cloud types of sources. */
export const CLOUD_TYPES = ['CLOUD_TYPE_UNKNOWN', 'AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA'] as const;
export const CloudType = StringEnum(CLOUD_TYPES);
export type CloudType = Static<typeof CloudType>;

/** Cloud types of public clouds. */
export const PUBLIC_CLOUDS = ['AWS', 'AZURE', 'GCP'] as const;
/** Cloud types of identity providers. */
export const IDENTITY_PROVIDERS = ['IDP_AZURE_AD', 'IDP_OKTA'] as const;

/** Stands for every type in list requests. */
export const RESOURCE_TYPE_ALL = 'RESOURCE_TYPE_ALL';

/** Severities of alerts and guardrails. */
export const SEVERITIES = ['HIGH', 'MEDIUM', 'LOW'] as const;
export const Severity = StringEnum(SEVERITIES);
export type Severity = Static<typeof Severity>;

/** Statuses of a source. SUCCESS means active; UNKNOWN means without a result. */
export const ACCOUNT_STATUSES = ['ACCOUNT_STATUS_UNKNOWN', 'ACCOUNT_STATUS_SUCCESS', 'ACCOUNT_STATUS_WARNING', 'ACCOUNT_STATUS_ERROR'] as const;
export const AccountStatus = StringEnum(ACCOUNT_STATUSES);
export type AccountStatus = Static<typeof AccountStatus>;

/** Statuses of an organization: the worst status of its accounts. */
export const ORGANIZATION_STATUSES = [
  'ORGANIZATION_STATUS_UNKNOWN',
  'ORGANIZATION_STATUS_SUCCESS',
  'ORGANIZATION_STATUS_WARNING',
  'ORGANIZATION_STATUS_ERROR',
] as const;
export const OrganizationStatus = StringEnum(ORGANIZATION_STATUSES);
export type OrganizationStatus = Static<typeof OrganizationStatus>;

/** Phases of an ingestion. Every phase except the first and the last has a `_FAILED` counterpart. */
export const PHASES = [
  'PHASE_QUEUED',
  'PHASE_PULL_IDENTITIES',
  'PHASE_PULL_RESOURCES',
  'PHASE_PULL_USAGE',
  'PHASE_BUILD_GRAPH',
  'PHASE_EVALUATE',
  'PHASE_DONE',
  'PHASE_PULL_IDENTITIES_FAILED',
  'PHASE_PULL_RESOURCES_FAILED',
  'PHASE_PULL_USAGE_FAILED',
  'PHASE_BUILD_GRAPH_FAILED',
  'PHASE_EVALUATE_FAILED',
] as const;
export const Phase = StringEnum(PHASES);
export type Phase = Static<typeof Phase>;

/** Origin of a user: the built-in user pool (COGNITO) or the identity platform (IDN_IDP). */
export const USER_SOURCES = ['SOURCE_UNKNOWN', 'COGNITO', 'IDN_IDP'] as const;
export const UserSource = StringEnum(USER_SOURCES);
export type UserSource = Static<typeof UserSource>;

/** Guardrail settings that ignore created or deleted objects, identities or both. */
export const ALERT_SUPPRESSIONS = [
  'ALERT_SUPPRESSION_NONE',
  'ALERT_SUPPRESSION_OBJECT',
  'ALERT_SUPPRESSION_IDENTITY',
  'ALERT_SUPPRESSION_BOTH',
] as const;
export const AlertSuppression = StringEnum(ALERT_SUPPRESSIONS);
export type AlertSuppression = Static<typeof AlertSuppression>;

/** Statuses of the job that writes a report or download. */
export const REPORT_STATUSES = [
  'REPORT_STATUS_UNKNOWN',
  'REPORT_STATUS_INITIATED',
  'REPORT_STATUS_IN_PROGRESS',
  'REPORT_STATUS_COMPLETED',
  'REPORT_STATUS_ERROR',
  'REPORT_STATUS_EXPIRING',
] as const;
export const ReportStatus = StringEnum(REPORT_STATUSES);
export type ReportStatus = Static<typeof ReportStatus>;
