import { Type, type Static } from '@sinclair/typebox';
import { API_TOKEN_SCOPES } from '../api-token-scopes';
import { endpoint, NoAnswer } from '../endpoint';
import { WRITE_RIGHTS } from '../rights';
import { StringEnum } from '../vocabulary';
import { MOST_CERTIFICATES, MOST_OWN_KEYS, MOST_RIGHTS_RULES, MOST_SIGN_ON_DOMAINS } from '../single-sign-on';

const Time = Type.String({ description: 'ISO 8601' });
const Scopes = Type.Array(StringEnum(API_TOKEN_SCOPES), { minItems: 1, maxItems: API_TOKEN_SCOPES.length, uniqueItems: true });

/** A certificate of the provider, which signs its assertions. */
export const SamlCertificate = Type.Object({
  fingerprint: Type.String({ description: 'SHA-256, hexadecimal' }),
  subject: Type.String(),
  valid_from_time: Time,
  valid_until_time: Time,
});
export type SamlCertificate = Static<typeof SamlCertificate>;

/** Gives scopes to people whose attribute has a value, or who are in a group of this name. */
export const RightsRule = Type.Object(
  {
    attribute: Type.String({ minLength: 1, maxLength: 300, description: 'name of the attribute, for example "groups"' }),
    value: Type.String({ minLength: 1, maxLength: 500, description: 'the whole value, in the same case; * stands for any value' }),
    scopes: Scopes,
  },
  { additionalProperties: false },
);
export type RightsRule = Static<typeof RightsRule>;

/** The connection of a tenant to its SAML provider. */
export const SamlConnection = Type.Object({
  name: Type.String(),
  entity_id: Type.String({ description: 'name of the provider, by its metadata' }),
  sign_on_url: Type.String({ description: 'address of the provider that people are sent to' }),
  metadata_url: Type.String({ description: 'address that the metadata came from; empty if it was pasted' }),
  certificates: Type.Array(SamlCertificate),
  email_attribute: Type.String({ description: 'attribute with the e-mail; empty: the NameID' }),
  accepts_unrequested: Type.Boolean({ description: 'also accept sign-ins that begin at the provider' }),
  signs_requests: Type.Boolean({ description: 'CAM signs its requests with its own key' }),
  domains: Type.Array(Type.String(), { description: 'domains of e-mails whose users sign in with the provider' }),
  rules: Type.Array(RightsRule),
  is_enabled: Type.Boolean(),
  is_required: Type.Boolean({ description: 'passwords sign in nobody but the break-glass administrator' }),
  break_glass_email: Type.Union([Type.String(), Type.Null()]),
  tested_time: Type.Union([Time, Type.Null()], { description: 'time of the last test that passed with these settings' }),
});
export type SamlConnection = Static<typeof SamlConnection>;

/** A key of CAM: it signs requests, and the provider may encrypt assertions for it. */
export const SamlOwnKey = Type.Object({
  ...SamlCertificate.properties,
  certificate: Type.String({ description: 'PEM' }),
  is_signing: Type.Boolean({ description: 'requests are signed with this one' }),
});
export type SamlOwnKey = Static<typeof SamlOwnKey>;

/** The values that the provider is set up with. */
export const SamlServiceProvider = Type.Object({
  entity_id: Type.String({ description: 'entity ID, also the address of the metadata' }),
  acs_url: Type.String({ description: 'assertion consumer service (ACS), which receives the assertions' }),
  keys: Type.Array(SamlOwnKey, { description: 'keys of CAM, which its metadata name; none before the connection is saved' }),
});
export type SamlServiceProvider = Static<typeof SamlServiceProvider>;

/** A test of a sign-in. */
export const SamlTest = Type.Object({
  state: StringEnum(['WAITING', 'PASSED', 'FAILED'] as const),
  message: Type.String({ description: 'why it failed' }),
  email: Type.String(),
  name_id: Type.String(),
  name_id_format: Type.String(),
  attributes: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.String()) })),
  scopes: Type.Array(StringEnum(API_TOKEN_SCOPES), { description: 'scopes by the rules' }),
});
export type SamlTest = Static<typeof SamlTest>;

const admin = { access: WRITE_RIGHTS.GENERAL, apiTokens: false } as const;
const Connection = Type.Object({ connection: SamlConnection });
const OwnKeys = Type.Object({ keys: Type.Array(SamlOwnKey) });
const byFingerprint = { fingerprint: Type.String() };

/** Single sign-on: people of a tenant sign in with the SAML provider of their organization. */
export const singleSignOnEndpoints = {
  'GET /v1/sign-on/saml': endpoint({
    ...admin,
    summary: 'Read the connection to the SAML provider of the tenant',
    answer: Type.Object({
      is_available: Type.Boolean({ description: 'false: an outside identity platform signs all users in' }),
      connection: Type.Union([SamlConnection, Type.Null()]),
      service_provider: Type.Union([SamlServiceProvider, Type.Null()], { description: 'null if CAM does not sign users in itself' }),
      usable_domains: Type.Array(Type.String(), { description: 'domains of e-mails that only users of this tenant have' }),
      administrators: Type.Array(Type.String(), { description: 'users who can be the break-glass administrator' }),
    }),
  }),
  'PUT /v1/sign-on/saml': endpoint({
    ...admin,
    summary: 'Save the settings of the SAML provider. Another provider has to be tested again before it is enabled',
    audit: 'change',
    body: {
      name: Type.String({ minLength: 1, maxLength: 100 }),
      metadata: Type.Optional(Type.String({ minLength: 1, maxLength: 500_000, description: 'metadata of the provider, XML' })),
      metadata_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: 'address of the metadata, https' })),
      email_attribute: Type.String({ maxLength: 300 }),
      accepts_unrequested: Type.Boolean(),
      signs_requests: Type.Optional(Type.Boolean({ description: 'without it, as before' })),
      domains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { minItems: 1, maxItems: MOST_SIGN_ON_DOMAINS }),
      rules: Type.Array(RightsRule, { minItems: 1, maxItems: MOST_RIGHTS_RULES }),
    },
    answer: Connection,
  }),
  'PUT /v1/sign-on/saml/state': endpoint({
    ...admin,
    summary: 'Enable or require sign-in with the SAML provider',
    audit: 'change',
    body: {
      is_enabled: Type.Boolean(),
      is_required: Type.Boolean(),
      break_glass_email: Type.Union([Type.String({ maxLength: 320 }), Type.Null()], {
        description: 'administrator who can always sign in with a password',
      }),
    },
    answer: Connection,
  }),
  'POST /v1/sign-on/saml/certificates': endpoint({
    ...admin,
    summary: `Add a certificate of the SAML provider, before it signs with it. At most ${MOST_CERTIFICATES}`,
    audit: 'change',
    body: { certificate: Type.String({ minLength: 1, maxLength: 20_000, description: 'PEM or base64' }) },
    answer: Connection,
  }),
  'DELETE /v1/sign-on/saml/certificates/{fingerprint}': endpoint({
    ...admin,
    summary: 'Remove a certificate of the SAML provider. Assertions that it signed are refused at once',
    audit: 'change',
    path: { fingerprint: Type.String() },
    answer: Connection,
  }),
  'POST /v1/sign-on/saml/keys': endpoint({
    ...admin,
    summary: `Make the next key of CAM. Its metadata name it at once, and assertions for it are decrypted. At most ${MOST_OWN_KEYS}`,
    audit: 'change',
    answer: OwnKeys,
  }),
  'POST /v1/sign-on/saml/keys/{fingerprint}/use': endpoint({
    ...admin,
    summary: 'Sign requests with this key of CAM from now on',
    audit: 'change',
    path: byFingerprint,
    answer: OwnKeys,
  }),
  'DELETE /v1/sign-on/saml/keys/{fingerprint}': endpoint({
    ...admin,
    summary: 'Remove a key of CAM that signs no requests. Assertions that are encrypted for it are refused at once',
    audit: 'change',
    path: byFingerprint,
    answer: OwnKeys,
  }),
  'POST /v1/sign-on/saml/tests': endpoint({
    ...admin,
    summary: 'Begin a test of the sign-in. It signs nobody in',
    audit: { exempt: 'a test changes nothing' },
    answer: Type.Object({ test_id: Type.String(), url: Type.String({ description: 'page of the provider to open' }) }),
  }),
  'GET /v1/sign-on/saml/tests/{test_id}': endpoint({
    ...admin,
    summary: 'Read the result of a test of the sign-in',
    path: { test_id: Type.String() },
    answer: SamlTest,
  }),
  'DELETE /v1/sign-on/saml': endpoint({
    ...admin,
    summary: 'Remove the SAML provider. Its users need passwords then',
    audit: 'remove',
    answer: NoAnswer,
  }),
};
