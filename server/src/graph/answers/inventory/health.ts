import type { Api } from '@cam/contracts/server';
import type { Db } from '../../../platform/db/database';
import type { ReadSources } from './counter';
import type { Overview } from './overview';

type Answer = Api['GET /beta/healthStatus']['answer'];

/** Counts are renewed daily. After two days without one, something prevents them. */
const STALE_DAYS = 2;

/** Reports whether the data of the console is complete and fresh. */
export class Health {
  constructor(
    private readonly overview: Overview,
    private readonly db: Pick<Db, 'kind'>,
    private readonly sources: ReadSources,
  ) {}

  async read(tenantId: string): Promise<Answer> {
    const counted = await this.overview.read({ tenantId, accountId: null }, async (_tx, _names, freshness) => freshness);
    const failed = (await this.sources.progress(tenantId)).filter(({ current_phase_enum: phase }) => phase.endsWith('_FAILED'));
    const age = counted.counted_at === null ? 0 : (Date.now() - Date.parse(counted.counted_at)) / 86_400_000;
    const problems = [
      ...(failed.length > 0 ? [`${failed.length === 1 ? 'One source' : `${failed.length} sources`} failed in the last import.`] : []),
      ...(age > STALE_DAYS ? [`Counts are ${Math.floor(age)} days old.`] : []),
    ];
    return { status: problems.length === 0 ? 'OK' : 'DEGRADED', database: this.db.kind, problems, ...counted };
  }
}
