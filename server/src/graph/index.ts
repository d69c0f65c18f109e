/** Reads, evaluates and stores the access graph, and answers queries about it. Other folders import only from here. */
export { explainRoutes } from './answers/explain/routes';
export { inventoryRoutes } from './answers/inventory/routes';
export { ORDINARY, USERS_WITH_OWN_POLICIES, withoutAnyUse } from './answers/inventory/queries';
export { InventoryService } from './answers/inventory/service';
export { leastPrivilegeRoutes } from './answers/least-privilege/routes';
export { countByRegion } from './answers/regions/count-by-region';
export { riskRoutes } from './answers/risk/routes';
export { ResumedScores } from './answers/risk/resumed-scores';
export type { FindingToScore } from './answers/risk/read-findings';
export type { ScoredFinding } from './answers/risk/score-finding';
export type { ScoredFrom } from './answers/risk/score-changes';
export { RiskService, type ManyFindings } from './answers/risk/service';
export type { FindingFactors } from './answers/risk/stored-factors';
export { KIND_BITS } from './answers/reviews/units-of-identities';
export type { ReviewUnitWithUse } from './answers/reviews/read-review-units';
export { isEnough, type WantedAccess } from './answers/requests/held-access';
export type { AccessUnits } from './answers/requests/read-access-units';
export { MOST_TOGETHER } from './answers/requests/unit-sets';
export type { RequestedAccess } from './answers/requests/read-requested-access';
export { simulatorRoutes } from './answers/simulator-routes';
export { tierRoutes } from './answers/tiers/routes';
export { TiersService } from './answers/tiers/service';
export { ProofFailed, type ProofMoment } from './answers/proofs/proof-maker';
export type { ProofRequest } from './answers/proofs/request';
export type { SourceTree } from './answers/proofs/covered-facts';
export type { ReadTrees } from './answers/proofs/source-trees';
export { accountOfArn } from './providers/aws/normalise/facts';
export type { CutElement } from './answers/breaks/part-facts';
export { documentsBefore, editsOf, type DocumentsBefore } from './answers/breaks/edits-of-cut';
export { leastHittingSet, type WayToHit } from './answers/breaks/hitting-set';
export type { FoundWay, PairWays } from './answers/breaks/read-ways';
export type { Difference } from './answers/what-if/describe-difference';
export { targetsOf, wordsOf } from './engine/bundle/bundle-edit';
export type { BundleFile, BundleReader, ReadBundle } from './engine/bundle/bundle-reader';
export { ImportFailure } from './engine/bundle/import-failure';
export { summarizeMissing as withMissingTogether } from './engine/bundle/missing-files';
export { loadCatalogue } from './engine/catalogue/load-catalogue';
export type { Warning } from './engine/model';
export type { SourceFacts } from './engine/source-facts';
export type { AwsCall } from './providers/aws/read/inventory';
export { AwsAccountBundle } from './providers/aws/read/read';
export { AzureBundleReader } from './providers/azure/read/read';
export { BUILT_IN_ROLES } from './providers/directory/compile/entra-builtin-roles';
export { ENTRA_RULES } from './providers/directory/compile/entra-rules';
export { EntraBundleReader } from './providers/directory/read/read-entra-bundle';
export { OktaBundleReader } from './providers/directory/read/read-okta-bundle';
export { GcpBundleReader } from './providers/gcp/read/read';
export { languagePage } from './query/language-page';
export type { GraphState } from './store/changed-between';
export { LONGEST_UNASKED, unaffectedQuestions } from './store/unaffected-questions';
export { refuseFutureDay } from './store/known-day';
export { TrialTooLarge } from './store/trial-snapshot';
export type { Span } from './store/validity';
export { askRoutes } from './query/ask/routes';
export { AskService } from './query/ask/service';
export { exportAnswer, queryExportRoutes } from './query/export-routes';
export { queryRoutes } from './query/routes';
export { savedSearchRoutes } from './query/saved-routes';
export { SavedSearches } from './query/saved-service';
export { QueryService } from './query/service';
export { sessionSweep } from './query/session-sweep';
export { stageRoutes } from './query/stage-routes';
export { StagesService } from './query/stages-service';
export type { SubjectRow } from './query/subjects';
export {
  type ChangeFilter,
  type DayOfCalls,
  type EventKind,
  type EventPart,
  type GraphEvents,
  GraphService,
  type ListedChange,
  type ChangeAuthor,
  type StoredEvent,
  type SourceFolder,
  type ChangedKinds,
  type SnapshotTimes,
} from './service';
export type { ChangedSubjects } from './store/changed-rows';
