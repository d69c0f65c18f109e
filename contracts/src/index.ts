/**
 * The contracts for browsers: types of every call and small tables (rights, flags, ids, labels). Nothing here adds a schema library to a bundle.
 * Servers, builds and tests import the schemas from `@cam/contracts/server`.
 */
export { accessLetters } from './access-letters';
export type { Api, EndpointKey } from './endpoints';
export type { ErrorBody } from './errors';
export type { MenuItem, RemoteCommand, RemoteManifest, RemoteRoute } from './remote-manifest';
export type { ActivityMethod } from './areas/activity';
export type { AlertComment, AlertGroup, AlertPolicy, GroupElement } from './areas/alert-triage';
export type {
  AlertChart,
  AlertEvent,
  AlertGraph,
  AlertInfo,
  AlertPlace,
  AlertType,
  AlertObject,
  AlertShow,
  AlertSort,
  AlertStatus,
  AlertTime,
  GroupKind,
  VerificationFailure,
} from './areas/alerts';
export type { AskAnswer, AskChip, AskReading, FoundName } from './areas/ask';
export { EXAMPLE_QUESTIONS } from './example-questions';
export type { AuditEntry } from './areas/audit';
export type { ChatLink } from './areas/chat';
export type { ChangeInfo, ChangeType } from './areas/changes';
export type { Account, Organization, OrganizationHierarchy, SourceInfo, SubOrganization } from './areas/entities';
export type { DataDownload, DownloadCriteria } from './areas/downloads';
export { API_TOKEN_SCOPES, DEFAULT_TOKEN_DAYS, grantableScopes, ROTATION_HOURS, type ApiTokenKind, type ApiTokenScope } from './api-token-scopes';
export type { ApiToken } from './areas/api-tokens';
export type { AssistantRequest, AuthorizationParameters } from './areas/assistant-sign-in';
export type { Role, RoleCalls, RoleMember } from './areas/roles';
export { RIGHT_WORDS, ROLE_RIGHTS, type RoleMemberKind } from './role-rights';
export type { McpTool } from './areas/mcp';
export type { TenantFeedEvent, Webhook, WebhookAttempt } from './areas/events';
export type { ExcludedFinding, Exclusion, ExclusionCategory, ExclusionKind, ExclusionScope, ExclusionState } from './areas/exclusions';
export * from './request-vocabulary';
export type { AccessRequest, AccessUnit, AccessUnitPart, RequestLogEntry, RequestPolicy, RequestTrial } from './areas/requests';
export * from './review-vocabulary';
export type {
  Campaign,
  CampaignPreview,
  ReviewCounts,
  ReviewerProgress,
  ReviewersRule,
  ReviewItem,
  ReviewStage,
  ReviewTicket,
  ReviewUnitProgress,
} from './areas/reviews';
export type { FlagValue } from './areas/flags';
export * from './console-keys';
export { describeActions } from './describe-actions';
export type { UserKeys } from './areas/user-keys';
export type { ListView } from './areas/views';
export type {
  AccessChange,
  AccessPath,
  AccessRow,
  AutocompleteAnswer,
  DecidingStatement,
  Excluder,
  OptionInfo,
  PathHop,
  QueryError,
  QueryMatches,
  QueryStage,
  QueryState,
  SavedSearch,
  UsageEvent,
  UsageField,
} from './areas/graph-query';
export type { BackTest, FailedObject, GuardrailNotify, Monitor, RegionCount, Rule, Suite, SuiteControl, TrendPoint } from './areas/intents';
export type {
  AccountSummary,
  EntityRow,
  ObjectSummary,
  PrivilegeRow,
  PrivilegeUser,
  PublicObject,
  ServiceRow,
  ShadowAccountRow,
  ShadowNetworkRow,
  TypeTotal,
  NotAssessed,
  UnusedItem,
} from './areas/inventory';
export type {
  DetailRow,
  EntityRisk,
  IdentityDetail,
  NetworkDetail,
  ObjectDetail,
  PersonAccount,
  PersonDetail,
  PersonRow,
  RollUpGraph,
  Tile,
} from './areas/inventory';
export type { DigestTime, NotificationDelivery, NotificationMethod, NotificationSchedule, NotificationTest } from './areas/notifications';
export type { ProposalPart, ProposalStatus, ProposedDocument, ReplayProof } from './areas/least-privilege';
export { MOST_BROWSER_SPANS } from './browser-spans';
export type { BrowserSpan, ReleaseError, ReleaseHealth, RemoteError, RemoteVital } from './areas/release-health';
export type { PolicyViolation, PublisherToken, ReleaseInUse, RemoteChange, RemoteFleet, RemoteLoad, RemoteOperation } from './areas/publishing';
export type { DeliveryRules, Environment, Freeze, PlannedMove } from './areas/delivery';
export type { BackEnd, BackEndTokens } from './areas/back-ends';
export type { Channel, ChannelState, RemotesView, ResolvedRemote, Release, Ring, RolloutStage, Via } from './areas/remotes';
export type { ReportRun, ReportSchedule } from './areas/report-schedules';
export type { Report, ReportCriteria } from './areas/reports';
export type { AuthInfo, NotificationInfo, Syslog, Tenant, TokenSet, User } from './areas/session';
export type { GroupRule, ProvisionedGroup, ProvisioningToken } from './areas/provisioning';
export type { RightsRule, SamlCertificate, SamlConnection, SamlOwnKey, SamlServiceProvider, SamlTest } from './areas/single-sign-on';
export type { SourceSnapshot } from './areas/snapshots';
export type { StageMap, StageWords } from './areas/stages';
export type { CorrelatedSource } from './areas/correlated-sources';
export type { SourceMessage, SourceProgress, ValidateType } from './areas/sources';
export type { Risk, RiskFactor, RiskRow, RiskWeights, TopRisk } from './areas/risk';
export type { Connection, Ticket, TicketRule } from './areas/tickets';
export type { ShadowControl, TierDefinition, TierMember, TierRule, TierSummary } from './areas/tiers';
export type { SecondFactor, UserSession } from './areas/user-sessions';
export { changeSetText, REACH_OF_EVERYBODY } from './change-set';
export type { FactsManifest, ProofEnvelope, ProofKey } from './areas/proofs';
export {
  MOST_CUT_ROWS,
  type BreakAnswer,
  type BreakElement,
  type BreakPlan,
  type ChokePoint,
  type ChokePoints,
  type QueryBreakAnswer,
} from './areas/breaks';
export { MOST_EDITED_SOURCES } from './areas/what-if';
export type {
  ChangeEdit,
  ChangeOptions,
  EditablePolicy,
  PolicyEdit,
  UseOfLostAccess,
  WhatIfGuardrail,
  WhatIfRow,
  WhatIfVerdict,
} from './areas/what-if';
export type { AccountStatus, AlertSuppression, CloudType, OrganizationStatus, Phase, Severity, UserSource } from './vocabulary';
export * from './access-commands';
export * from './aws-access';
export * from './area-names';
export * from './bundle-limits';
export * from './declared-names';
export * from './define-manifest';
export * from './entity-address';
export * from './place-name';
export * from './csv';
export * from './event-kinds';
export * from './flags';
export { GROUP_EFFECTS, groupPlace } from './group-words';
export type { MenuIcon } from './menu-icons';
export * from './notification-rules';
export * from './partial-results';
export * from './parts';
export * from './policy-reference';
export * from './product-kinds';
export * from './ticket-state';
export * from './read-remotes-view';
export { problemOf, type ReaderSchema } from './reader-schema';
export * from './release-digests';
export * from './report-types';
export * from './remote-ids';
export * from './rights';
export * from './rollout-stage';
export * from './risk-scale';
export * from './stage-words';
export * from './secret-mask';
export * from './single-sign-on';
export * from './snapshot-schedule';
export * from './source-fields';
export * from './source-ids';
export * from './type-icons';
export * from './type-names';
export { PROVENANCE_FILE, SIGNATURE_FILE } from './provenance-files';
export type { Provenance, ReleaseSignature, SigningKey } from './areas/provenance';
