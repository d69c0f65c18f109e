import { sql } from 'kysely';
import type { Db, Tx } from '../../../server/src/platform/db/database';
import type { SyntheticBundle } from './synthetic-tenant';

interface RawPolicy {
  PolicyName: string;
  PolicyDocument: { Statement: RawStatement[] };
}

interface RawStatement {
  Effect: 'Allow' | 'Deny';
  Action: string[];
  Resource: string[];
  Principal?: { AWS: string };
}

/**
 * Evaluates the same access on plain tables: a recursive query over assumable roles, one join of patterns with names, and every pair stored. It
 * knows less than the engine (no conditions, boundaries or organizations), so its time is a lower bound.
 * @returns the number of pairs, and their size without an index, bytes
 */
export async function evaluateBySql(db: Db, bundles: readonly SyntheticBundle[]): Promise<{ pairs: number; bytes: number }> {
  return db.owner(async (tx) => {
    await load(tx, bundles);
    await sql`analyze raw_principal, raw_bucket, raw_holding, raw_statement, raw_trust`.execute(tx);
    await sql`
      create temp table raw_pair on commit drop as
      with recursive become(principal, holder) as (
        select arn, arn from raw_principal
        union
        select b.principal, t.role from become b
          join raw_principal p on p.arn = b.holder
          join raw_trust t on t.trusted = p.account
          join raw_holding h on h.principal = p.arn
          join raw_statement s on s.policy = h.policy and s.kind = 'assume' and t.role like s.pattern
      ), granted as (
        select b.principal, r.arn, s.effect, s.kind, b.holder from become b
          join raw_holding h on h.principal = b.holder
          join raw_statement s on s.policy = h.policy and s.kind <> 'assume'
          join raw_bucket r on r.account = h.account and r.arn like s.pattern
      )
      select g.principal, g.arn, bool_or(g.kind = 'read') reads, bool_or(g.kind in ('write', 'delete')) writes, bool_or(g.kind = 'admin') admins
      from granted g
      where g.effect = 'Allow' and not exists (
        select 1 from granted d where d.effect = 'Deny' and d.holder = g.holder and d.principal = g.principal and d.arn = g.arn and d.kind = g.kind)
      group by g.principal, g.arn`.execute(tx);
    const { rows } = await sql<{
      pairs: number | string;
      bytes: number | string;
    }>`select count(*) pairs, pg_total_relation_size('raw_pair') bytes from raw_pair`.execute(tx);
    return { pairs: Number(rows[0]?.pairs ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
  });
}

async function load(tx: Tx, bundles: readonly SyntheticBundle[]): Promise<void> {
  await sql`create temp table raw_principal (arn text primary key, account text) on commit drop`.execute(tx);
  await sql`create temp table raw_bucket (arn text, account text) on commit drop`.execute(tx);
  await sql`create temp table raw_holding (principal text, policy text, account text) on commit drop`.execute(tx);
  await sql`create temp table raw_statement (policy text, effect text, kind text, pattern text) on commit drop`.execute(tx);
  await sql`create temp table raw_trust (role text, trusted text) on commit drop`.execute(tx);
  const rows = {
    raw_principal: [] as object[],
    raw_bucket: [] as object[],
    raw_holding: [] as object[],
    raw_statement: [] as object[],
    raw_trust: [] as object[],
  };
  for (const { accountId: account, details, buckets } of bundles) {
    const hold = (principal: string, policy: string): unknown => rows.raw_holding.push({ principal, policy, account });
    const say = (policy: string, statements: readonly RawStatement[]): void => {
      for (const statement of statements) rows.raw_statement.push(...plainStatements(policy, statement));
    };
    for (const {
      Arn: policy,
      PolicyVersionList: [version],
    } of details.Policies)
      if (version) say(policy, (version.Document as RawPolicy['PolicyDocument']).Statement);
    const policiesOf = new Map(
      details.GroupDetailList.map((group) => [group.GroupName, group.AttachedManagedPolicies.map(({ PolicyArn: arn }) => arn)]),
    );
    for (const { Arn: principal, GroupList: groups, UserPolicyList: inline } of details.UserDetailList) {
      rows.raw_principal.push({ arn: principal, account });
      for (const policy of new Set(groups.flatMap((group) => policiesOf.get(group) ?? []))) hold(principal, policy);
      for (const { PolicyDocument: own } of inline as RawPolicy[]) {
        hold(principal, `${principal}/own`);
        say(`${principal}/own`, own.Statement);
      }
    }
    for (const { Arn: role, AssumeRolePolicyDocument: trust, AttachedManagedPolicies: attached } of details.RoleDetailList) {
      rows.raw_principal.push({ arn: role, account });
      for (const { PolicyArn: policy } of attached) hold(role, policy);
      const [statement] = (trust as RawPolicy['PolicyDocument']).Statement;
      rows.raw_trust.push({ role, trusted: statement?.Principal?.AWS.split(':')[4] });
    }
    rows.raw_bucket.push(...buckets.map(({ Name: name }) => ({ arn: `arn:aws:s3:::${name}`, account })));
  }
  for (const [table, list] of Object.entries(rows)) {
    await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(list)}::json)`.execute(
      tx,
    );
  }
}

const KIND_OF: Record<string, string[]> = {
  's3:GetObject': ['read'],
  's3:ListBucket': ['read'],
  's3:PutObject': ['write'],
  's3:DeleteObject': ['delete'],
  's3:*': ['read', 'write', 'delete', 'admin'],
  '*': ['read', 'write', 'delete', 'admin', 'assume'],
  'sts:AssumeRole': ['assume'],
};

/** Returns one row per kind and pattern. Statements about objects count for their bucket. */
function plainStatements(policy: string, { Effect: effect, Action: actions, Resource: resources }: RawStatement): object[] {
  const kinds = new Set(actions.flatMap((action) => KIND_OF[action] ?? []));
  return [...kinds].flatMap((kind) =>
    resources.map((resource) => ({ policy, effect, kind, pattern: resource.replace(/\/\*$/, '').replaceAll('_', '\\_').replaceAll('*', '%') })),
  );
}
