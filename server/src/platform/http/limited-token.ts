import type { Principal } from './principal';

/** Returns the only accounts that the caller may read in this call; undefined: all. Roles and API tokens limit callers. */
export function accountLimitOf({ accountIds }: Pick<Principal, 'accountIds'>): readonly string[] | undefined {
  return accountIds;
}

/** Leaves the factors out of the risk score of a row: their texts and queries name entities of other accounts. */
export function withScoreOnly<Row extends { risk: { score: number; factors: unknown[] } | null }>(row: Row): Row {
  return row.risk === null ? row : { ...row, risk: { ...row.risk, factors: [] } };
}
