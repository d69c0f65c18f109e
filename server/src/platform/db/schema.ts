/**
 * All tables of the database. The platform knows none of them: each folder declares its tables here, by declaration merging in its `tables.ts`.
 */
export interface Database {}
