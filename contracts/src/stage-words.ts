/** The stages of resources, the most important first. */
export const STAGES = ['production', 'staging', 'test', 'development', 'sandbox'] as const;
export type Stage = (typeof STAGES)[number];

/** The most tag keys of a stage map, and the most values and patterns of a stage. */
export const MOST_STAGE_WORDS = 50;
