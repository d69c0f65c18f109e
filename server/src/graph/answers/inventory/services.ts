import { sql, type RawBuilder } from 'kysely';
import type { Api, ServiceRow } from '@cam/contracts/server';
import { includesAccount } from '../../../platform/http/account-filter';
import type { AccountNames, InventoryRequest } from './answers';
import type { ServiceFact } from './facts';
import type { Overview } from './overview';
import { countFacts, readFacts } from './store';

type Call = Api['GET /v1/resources/services'];

export interface ServiceListing {
  usage: NonNullable<Call['query']['usage']>;
  source: string | null;
  search: string;
  ascending: boolean;
  page: number;
  pageSize: number;
}

const USAGE: Record<ServiceListing['usage'], RawBuilder<boolean>> = {
  ALL: sql<boolean>`true`,
  USED: sql<boolean>`(f.value ->> 'used')::int > 0`,
  UNUSED: sql<boolean>`(f.value ->> 'used')::int = 0`,
};

/** The services in which users hold privileges, by account. */
export class Services {
  constructor(private readonly overview: Overview) {}

  list(request: InventoryRequest, { usage, source, search, ascending, page, pageSize }: ServiceListing): Promise<Call['answer']> {
    return this.overview.read(request, async (tx, names, counted) => {
      if (source !== null && !includesAccount(request.accountId, source)) return { ...counted, rows: [], total: 0 };
      const wanted = {
        accountId: source ?? request.accountId,
        where: sql<boolean>`${USAGE[usage]} and ${search === '' ? sql`true` : sql`position(lower(${search}) in lower(f.name)) > 0`}`,
      };
      const orderBy = ascending ? sql`f.name, f.key` : sql`f.name desc, f.key desc`;
      const rows = await readFacts(tx, request.tenantId, 'service', { ...wanted, orderBy, limit: pageSize, offset: page * pageSize });
      return { ...counted, rows: rows.map((row) => toRow(row, names)), total: await countFacts(tx, request.tenantId, 'service', wanted) };
    });
  }
}

function toRow({ name, account_id: id, cloud_type, privileges, sensitive, used }: ServiceFact, names: AccountNames): ServiceRow {
  return { name, ...names.of(id), cloud_type, privileges_total: privileges, privileges_used: used, sensitive_total: sensitive };
}
