import { sql, type Kysely } from 'kysely';

/** Keeps the certificate of a SAML provider of whose end the administrators were told, and writes the event about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saml_connection add column warned_certificate text`.execute(db);
  await sql`
    create function write_certificate_event() returns trigger language plpgsql as $$
    begin
      insert into event (tenant_id, kind, subject, data)
      select new.tenant_id, 'sign_on.certificate_ending', new.connection_id,
        jsonb_build_object(
          'provider', new.name, 'entity_id', new.entity_id, 'fingerprint', one ->> 'fingerprint', 'subject', one ->> 'subject',
          'valid_until', one ->> 'validUntil')
      from jsonb_array_elements(new.certificates) one where one ->> 'fingerprint' = new.warned_certificate;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger certificate_events after update of warned_certificate on saml_connection for each row
    when (new.warned_certificate is distinct from old.warned_certificate) execute function write_certificate_event()`.execute(db);
}
