import { samlProviderArn } from '../aws/roles';
import { organizationOfPlan } from '../aws/accounts';
import { permissionSetAssignments } from '../aws/permission-set-assignments';
import { listFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { link, oktaAppId, oktaGroupId, oktaTime } from './org';

/** An application of the org. */
export interface OktaAppPlan {
  key: string;
  /** Name in Okta's catalogue. */
  name: string;
  label: string;
  signOnMode: 'SAML_2_0' | 'WS_FEDERATION' | 'OPENID_CONNECT' | 'BOOKMARK';
  /** Assigned groups. */
  groups: readonly string[];
  /** Share of days on which a user opens it, in percent. */
  often: number;
  settings?: Record<string, unknown>;
}

const AWS = 'aws';

/** Returns the applications of the org. Users see only those that are assigned to one of their groups. */
export function oktaApps(plan: Plan): OktaAppPlan[] {
  const main = organizationOfPlan(plan, 0);
  return [
    {
      key: AWS,
      name: 'amazon_aws',
      label: 'AWS Account Federation',
      signOnMode: 'SAML_2_0',
      groups: [...new Set([...permissionSetAssignments(plan, 0)].map(({ group }) => group))],
      often: 25,
      settings: {
        identityProviderArn: samlProviderArn({ id: main.managementId, organization: main }),
        awsEnvironmentType: 'aws.amazon',
        sessionDuration: 3600,
        joinAllRoles: true,
        useGroupMapping: false,
      },
    },
    { key: 'm365', name: 'office365', label: 'Microsoft 365', signOnMode: 'WS_FEDERATION', groups: ['all-staff'], often: 30 },
    {
      key: 'google',
      name: 'google',
      label: 'Google Cloud and Workspace',
      signOnMode: 'SAML_2_0',
      groups: ['engineering', 'data-analysts'],
      often: 15,
    },
    { key: 'github', name: 'githubcloud', label: 'GitHub Enterprise', signOnMode: 'SAML_2_0', groups: ['engineering'], often: 25 },
    { key: 'servicenow', name: 'servicenow_ud', label: 'ServiceNow', signOnMode: 'SAML_2_0', groups: ['dept-it', 'dept-support'], often: 30 },
    { key: 'ledger', name: 'oidc_client', label: 'Ledger Back Office', signOnMode: 'OPENID_CONNECT', groups: ['dept-finance'], often: 35 },
    // Unused within the reach of the log.
    { key: 'wiki', name: 'kestrelharbor_oldwiki_1', label: 'Old Wiki', signOnMode: 'SAML_2_0', groups: ['all-staff'], often: 0 },
  ];
}

export function* appFiles(plan: Plan): Generator<DemoFile> {
  const apps = oktaApps(plan);
  yield listFile(
    'apps.json',
    apps.map((app) => appRow(plan, app)),
  );
  for (const app of apps) yield listFile(`app-assignments/${oktaAppId(plan, app.key)}.json`, assignments(plan, app));
}

function appRow(plan: Plan, { key, name, label, signOnMode, settings }: OktaAppPlan) {
  const id = oktaAppId(plan, key);
  const made = oktaTime(plan.calendar.at(1000, 36_000));
  const isOidc = signOnMode === 'OPENID_CONNECT';
  return {
    id,
    name,
    label,
    status: 'ACTIVE',
    created: made,
    lastUpdated: made,
    signOnMode,
    features: [],
    accessibility: { selfService: false, errorRedirectUrl: null, loginRedirectUrl: null },
    visibility: { autoSubmitToolbar: false, hide: { iOS: false, web: false } },
    credentials: {
      userNameTemplate: { template: '${source.login}', type: 'BUILT_IN' },
      ...(isOidc ? { oauthClient: { client_id: id, autoKeyRotation: true, token_endpoint_auth_method: 'client_secret_basic' } } : {}),
    },
    settings: {
      app: settings ?? {},
      notifications: { vpn: { network: { connection: 'DISABLED' } } },
      ...(isOidc ? { oauthClient: { application_type: 'web', grant_types: ['authorization_code'], response_types: ['code'] } } : {}),
    },
    _links: { self: link(`apps/${id}`), users: link(`apps/${id}/users`), groups: link(`apps/${id}/groups`) },
  };
}

/** Yields assignments in the form of `GET /api/v1/apps/{id}/groups`. */
function* assignments(plan: Plan, { key, groups }: OktaAppPlan): Generator<Record<string, unknown>> {
  const app = oktaAppId(plan, key);
  const roles = new Map<string, string[]>();
  if (key === AWS) {
    for (const { group, account, role } of permissionSetAssignments(plan, 0))
      roles.set(group, [...(roles.get(group) ?? []), `${account.id} -- ${role}`]);
  }
  for (const [priority, group] of groups.entries()) {
    const id = oktaGroupId(plan, group);
    const samlRoles = roles.get(group);
    yield {
      id,
      priority,
      lastUpdated: oktaTime(plan.calendar.at(420, 37_000)),
      profile: samlRoles ? { role: null, samlRoles } : {},
      _links: { app: link(`apps/${app}`), self: link(`apps/${app}/groups/${id}`), group: link(`groups/${id}`) },
    };
  }
}
