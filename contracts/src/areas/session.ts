import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NARROWED } from '../endpoint';
import { SYSLOG_PROTOCOLS } from '../notification-rules';
import { WRITE_RIGHTS } from '../rights';
import { Severity, UserSource, StringEnum } from '../vocabulary';
import { CorrelatedSource } from './correlated-sources';
import { Account, Organization, SubOrganizations } from './entities';

const AlertInfo = Type.Object({
  changes_in_config: Type.Boolean(),
  health_and_dialog_issue_found: Type.Boolean(),
  new_user_found: Type.Boolean(),
});

/** A user with profile and rights. */
export const User = Type.Object({
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  user_name: Type.String(),
  role: Type.String({ description: 'job title' }),
  rights: Type.Array(Type.String()),
  userSource: UserSource,
  alert_info: AlertInfo,
});
export type User = Static<typeof User>;

/** A syslog server of the notification settings. */
export const Syslog = Type.Object({
  endpoint: Type.String({ description: 'ip:port; IPv6 addresses in brackets' }),
  network: StringEnum(SYSLOG_PROTOCOLS),
  credentials: Type.Optional(Type.Object({ username: Type.String(), password: Type.String({ description: '16 asterisks' }) })),
});
export type Syslog = Static<typeof Syslog>;

/** Notification settings of one severity. */
export const NotificationInfo = Type.Object({
  severity: Severity,
  email: Type.Array(Type.String()),
  slack_url: Type.Array(Type.String()),
  syslog: Type.Array(Syslog),
});
export type NotificationInfo = Static<typeof NotificationInfo>;

/** A syslog server in a change. A missing or masked password keeps the one stored for this address. */
const SyslogChange = Type.Object(
  {
    endpoint: Type.String({ maxLength: 100 }),
    network: StringEnum(SYSLOG_PROTOCOLS),
    credentials: Type.Optional(
      Type.Object(
        { username: Type.String({ maxLength: 200 }), password: Type.Optional(Type.String({ maxLength: 1000 })) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** New notification settings of one severity. */
export const NotificationChange = Type.Object(
  {
    severity: Type.Optional(Severity),
    email: Type.Array(Type.String(), { maxItems: 100 }),
    slack_url: Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 20 }),
    syslog: Type.Array(SyslogChange, { maxItems: 20 }),
  },
  { additionalProperties: false },
);
export type NotificationChange = Static<typeof NotificationChange>;

/** A tenant with its sources and settings. */
export const Tenant = Type.Object({
  tenant_id: Type.String(),
  name: Type.String(),
  address: Type.String(),
  update_time: Type.String({ description: 'ISO 8601' }),
  account_info: Type.Array(Account),
  organization_info: Type.Array(Organization),
  sub_organization: Type.Unsafe<Static<typeof SubOrganizations>>({
    ...SubOrganizations,
    description: 'all known folders, organization units and management groups, nested: from organizations and from imports',
  }),
  correlated_sources: Type.Array(CorrelatedSource),
  shadow_accounts: Type.Record(Type.String(), Type.String()),
  alertSettings: Type.Array(NotificationInfo),
  sister_product_url: Type.Union([Type.String(), Type.Null()]),
  analytics: Type.Union([Type.Object({ url: Type.String(), key: Type.String() }), Type.Null()], {
    description: "the operator's PostHog service, used with the flag UI_POSTHOG; null when none is configured",
  }),
  trace_share: Type.Union([Type.Number(), Type.Null()], {
    description: 'the share of visits that the console traces, 0 to 1; null: the operator has no collector of traces',
  }),
  password_rules: Type.Optional(
    Type.Unsafe<'composed' | 'length'>({
      type: 'string',
      enum: ['composed', 'length'],
      description: 'rules for new passwords: several kinds of characters, or 12 characters of any kind',
    }),
  ),
});
export type Tenant = Static<typeof Tenant>;

/** Tokens of a session. */
export const TokenSet = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.Optional(Type.String()),
  id_token: Type.Optional(Type.String()),
  token_type: Type.String(),
  expires_in: Type.Integer({ description: 'seconds' }),
});
export type TokenSet = Static<typeof TokenSet>;

/** Endpoints and settings for the sign-in. */
export const AuthInfo = Type.Object({
  idn_api_url: Type.String(),
  authorizeEndpoint: Type.String(),
  tokenEndpoint: Type.String({ description: 'same-origin path; the server adds the client secret, if any' }),
  logoutEndpoint: Type.String(),
  clientId: Type.String(),
  scope: Type.String(),
  audience: Type.Optional(Type.String({ description: 'sent as `resource` with the authorization request' })),
  helpUrl: Type.String(),
});
export type AuthInfo = Static<typeof AuthInfo>;

/** Sign-in, tenant, users and notification settings. */
export const sessionEndpoints = {
  'GET /v1/tenants/users/auth': endpoint({ summary: 'Read the sign-in settings', access: 'public', answer: AuthInfo }),
  'POST /v1/tenants/users/auth/token': endpoint({
    summary: 'Exchange an authorization code or a refresh token for tokens',
    access: 'public',
    audit: { exempt: 'no user is signed in yet' },
    body: {
      grant_type: Type.Union([Type.Literal('authorization_code'), Type.Literal('refresh_token')]),
      code: Type.Optional(Type.String()),
      code_verifier: Type.Optional(Type.String()),
      redirect_uri: Type.Optional(Type.String()),
      refresh_token: Type.Optional(Type.String()),
    },
    answer: TokenSet,
  }),
  'GET /v1/tenants': endpoint({
    summary: 'Read the tenant of the token with its sources',
    access: 'session',
    accounts: NARROWED,
    apiTokens: true,
    query: { include_organizations: Type.Optional(Type.Boolean({ description: 'false leaves out organizations and their accounts' })) },
    answer: Type.Object({ tenant: Tenant }),
  }),
  'PATCH /v1/tenants': endpoint({
    summary: 'Change the name and address of the tenant',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    body: {
      tenant: Type.Object(
        {
          name: Type.Optional(Type.String({ maxLength: 200 })),
          address: Type.Optional(Type.String({ maxLength: 500, description: 'empty for no address' })),
        },
        { additionalProperties: false },
      ),
    },
    answer: Type.Object({ tenant: Tenant, error: Type.String() }),
  }),
  'GET /v1/tenants/users': endpoint({
    summary: 'Read a user of the tenant. Only administrators may read other users',
    access: 'session',
    query: { email: Type.String() },
    answer: Type.Object({ user: User, error: Type.String() }),
  }),
  'PATCH /v1/tenants/users': endpoint({
    summary: "Change the user's own profile, and the password when the user pool stores it",
    access: 'session',
    audit: 'change',
    body: {
      user: Type.Object({
        email: Type.String(),
        first_name: Type.Optional(Type.String({ maxLength: 200 })),
        last_name: Type.Optional(Type.String({ maxLength: 200 })),
        role: Type.Optional(Type.String({ maxLength: 200 })),
        alert_info: Type.Optional(AlertInfo),
      }),
      old_password: Type.Optional(Type.String()),
      new_password: Type.Optional(Type.String()),
    },
    answer: Type.Object({ user: User, error: Type.String() }),
  }),
  'GET /v1/tenants/notification': endpoint({
    summary: 'List the notification settings, one per severity',
    access: 'session',
    answer: Type.Object({ notification_info: Type.Array(NotificationInfo) }),
  }),
  'PUT /v1/tenants/notification/{severity}': endpoint({
    summary: 'Replace the notification settings of one severity',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    path: { severity: Severity },
    body: { severity: Type.Optional(Severity), notification_info: NotificationChange },
    answer: Type.Object({ notification_info: NotificationInfo }),
  }),
};
