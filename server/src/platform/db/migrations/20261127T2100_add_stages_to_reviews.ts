import { sql, type Kysely } from 'kysely';

/** Gives access reviews stages: other reviewers decide items again. Items keep the decisions of the stages before, and the reviewers of those after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_campaign add column stage integer not null default 1, add column stages jsonb not null default '[]'`.execute(db);
  await sql`
    alter table review_item add column stage integer not null default 1, add column earlier jsonb not null default '[]',
      add column later jsonb not null default '[]'`.execute(db);
}
