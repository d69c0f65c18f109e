/**
 * Every table of the database. The platform knows none of them: the folder that owns a table adds it here, by declaration merging in its `tables.ts`.
 */
export interface Database {}
