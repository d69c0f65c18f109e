import type { ChokePoints } from '@cam/contracts/server';
import type { ColumnType } from 'kysely';

/** The parts of an answer that only a computation knows. */
export type ComputedPoints = Omit<ChokePoints, 'computed_at' | 'is_current' | 'points' | 'line'> & {
  points: Omit<ChokePoints['points'][number], 'account_name'>[];
  line: (Omit<ChokePoints['line'][number], 'account_name'> & { account_id: string })[];
};

/** The choke points of a tenant, as they were computed last. */
export interface ChokePointsTable {
  tenant_id: string;
  /** The snapshot that they were computed on. */
  snapshot_id: ColumnType<number | string, number, number>;
  computed_at: ColumnType<Date, Date | string, Date | string>;
  answer: ColumnType<ComputedPoints, string, string>;
}

interface BreakTables {
  choke_points: ChokePointsTable;
}

declare module '../../platform/db/schema' {
  interface Database extends BreakTables {}
}
