import { sql, type Kysely } from 'kysely';

/** Records when and over which accounts a guardrail was evaluated, which tells whether it must be evaluated again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table guardrail_evaluation
      add column asked_at timestamptz not null default '1970-01-01',
      add column accounts text not null default ''`.execute(db);
}
