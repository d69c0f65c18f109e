import type { ColumnType, Generated } from 'kysely';
import type { RightsRule } from '@cam/contracts/server';
import type { StoredCertificate } from './certificates';

type Json<T> = ColumnType<T, string, string>;
type Timestamp = ColumnType<Date | null, Date | null, Date | null>;

/** The tenant of a connection, which a message of its provider names before anything else is known. */
export interface SamlPlaceTable {
  connection_id: string;
  tenant_id: string;
}

/** A domain of e-mails. It belongs to one tenant at most. */
export interface SignOnDomainTable {
  domain: string;
  tenant_id: string;
  /** The connection of the tenant is enabled. */
  is_active: boolean;
}

/** An assertion that signed somebody in. Each works once. */
export interface SamlUsedAssertionTable {
  connection_id: string;
  /** SHA-256 of the assertion's id. */
  assertion_digest: string;
  /** End of the assertion itself. */
  expires_at: Date;
}

export interface SamlConnectionTable {
  tenant_id: string;
  connection_id: string;
  name: string;
  entity_id: string;
  sign_on_url: string;
  metadata_url: string;
  certificates: Json<StoredCertificate[]>;
  email_attribute: string;
  accepts_unrequested: boolean;
  signs_requests: Generated<boolean>;
  rules: Json<RightsRule[]>;
  is_enabled: boolean;
  is_required: boolean;
  /** E-mail of the administrator who can always sign in with a password. */
  break_glass: string | null;
  tested_at: Timestamp;
  /** Fingerprint of the last certificate of whose end the administrators were told. */
  warned_certificate: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A key of CAM for the provider of a tenant. */
export interface SamlOwnKeyTable {
  tenant_id: string;
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string;
  certificate: string;
  /** The private key in PEM. */
  sealed_key: Buffer;
  is_signing: boolean;
  created_at: Date;
}

/** A test of a sign-in. Its result has attributes of a person, so it is sealed. */
export interface SamlTestTable {
  tenant_id: string;
  test_id: string;
  started_at: Date;
  sealed_result: Buffer | null;
}

interface SingleSignOnTables {
  saml_connection: SamlConnectionTable;
  saml_own_key: SamlOwnKeyTable;
  saml_place: SamlPlaceTable;
  saml_test: SamlTestTable;
  saml_used_assertion: SamlUsedAssertionTable;
  sign_on_domain: SignOnDomainTable;
}

declare module '../../platform/db/schema' {
  interface Database extends SingleSignOnTables {}
}
