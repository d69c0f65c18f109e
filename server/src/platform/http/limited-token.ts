import type { Principal } from './principal';

/** Returns the only accounts that the caller may read; undefined: all. Only API tokens can be limited. */
export function accountLimitOf({ apiToken }: Pick<Principal, 'apiToken'>): readonly string[] | undefined {
  return apiToken?.accountIds;
}

/** Leaves the factors out of the risk score of a row: their texts and queries name entities of other accounts. */
export function withScoreOnly<Row extends { risk: { score: number; factors: unknown[] } | null }>(row: Row): Row {
  return row.risk === null ? row : { ...row, risk: { ...row.risk, factors: [] } };
}
