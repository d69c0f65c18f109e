/** Hides findings that a tenant accepts for a reason and for a time, and says where it does. */
export { type CoveringExclusion, exclusionOf, isExcluded, isUnusedExcluded } from './conditions';
export { readRuleExclusions, type RuleExclusion } from './for-rules';
export { exclusionsRoutes } from './routes';
export { ExclusionsService } from './service';
export { ExclusionWarnings } from './warnings';
