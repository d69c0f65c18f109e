import { sql, type RawBuilder } from 'kysely';
import { RISK_BANDS, type RiskRow } from '@cam/contracts/server';
import { matchesAccount } from '../../platform/http/account-filter';
import type { FindingFactors } from '../../graph';
import type { AlertsService } from './service';
import { isOfSubjects, OPEN } from './store';

export interface FindingFilter {
  accountId: string | null;
  /** Only findings about subjects in these accounts. */
  subjectsWithin?: readonly string[];
  min?: number;
  /** The most important tier that the finding concerns. */
  tier?: number;
}

interface FindingRow {
  alert_id: string;
  monitor_name: string;
  subject_uri: string;
  subject_name: string;
  subject_type: string;
  account_id: string;
  risk: number;
  risk_factors: FindingFactors;
}

/** Lists open findings by risk, the highest first, with the number in each band. */
export function listFindings(
  alerts: AlertsService,
  tenantId: string,
  { accountId, subjectsWithin, min, tier }: FindingFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RiskRow[]; total: number; bands: { from: number; count: number }[] }> {
  // The statuses are literals, as in the index of open alerts by risk.
  const isOpen = sql.join(
    [
      sql`tenant_id = ${tenantId} and risk is not null and status in (${sql.join(OPEN.map((status) => sql.lit(status)))})`,
      ...(accountId === null ? [] : [matchesAccount(sql`account_id`, accountId)]),
      ...(subjectsWithin ? [isOfSubjects(subjectsWithin)] : []),
      ...(tier === undefined ? [] : [sql`(risk_factors ->> 'tier')::int = ${tier}`]),
    ],
    sql` and `,
  );
  const isShown = min === undefined ? isOpen : sql`${isOpen} and risk >= ${min}::smallint`;
  return alerts.reading(tenantId, async (tx, { accountNames, describe }) => {
    // A bare "risk" in the order would be the converted column, which no index has.
    const { rows } = await sql<FindingRow>`
      select alert_id, monitor_name, subject_uri, subject_name, subject_type, account_id, risk::int risk, risk_factors
      from alert where ${isShown} order by alert.risk desc, alert_time desc, alert_id limit ${limit} offset ${offset}`.execute(tx);
    const counted = RISK_BANDS.map(({ from }, band): RawBuilder<unknown> => {
      const next = RISK_BANDS[band + 1];
      return sql`(count(*) filter (where risk >= ${sql.lit(from)}${next ? sql` and risk < ${sql.lit(next.from)}` : sql``}))::int`;
    });
    const { rows: counts } = await sql<{ bands: number[]; total: number }>`
      select array[${sql.join(counted)}] bands, (count(*) filter (where risk >= ${min ?? 0}::smallint))::int total from alert where ${isOpen}`.execute(
      tx,
    );
    return {
      rows: rows.map(
        ({ alert_id, monitor_name, subject_uri: uri, subject_name: name, subject_type: type, account_id, risk, risk_factors: factors }) => ({
          ...{ uri, name, type, account_id, alert_id, tier: factors.tier },
          account_name: accountNames.get(account_id) ?? account_id,
          alert_name: monitor_name,
          risk: describe({ score: risk, factors }),
        }),
      ),
      total: counts[0]?.total ?? 0,
      bands: RISK_BANDS.map(({ from }, band) => ({ from, count: counts[0]?.bands[band] ?? 0 })),
    };
  });
}
