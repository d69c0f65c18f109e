import { ENTRA_RULES } from '../../graph';
import { at, fields, list, text, type Fields } from '../../platform/json-values';
import { mitre, REMOTE_PORTS, stratus, type EventRule } from './event-rule';
import type { LoggedEvent } from './logged-event';

/** Azure roles that can assign any other role, by id. */
const AZURE_OWNERS: ReadonlyMap<string, string> = new Map([
  ['8e3af657-a8ff-443c-a75c-2fe8c4bcb635', 'Owner'],
  ['18d7d88d-d35e-4fb5-a5c3-7773c20a72d9', 'User Access Administrator'],
  ['f58310d9-a9f6-439a-9e8d-f62e7b41a168', 'Role Based Access Control Administrator'],
]);

/** Google Cloud roles that can grant any other role. */
const GCP_OWNERS = /^roles\/(?:owner|iam\.(?:securityAdmin|organizationRoleAdmin|serviceAccountTokenCreator)|resourcemanager\.\w*[aA]dmin)$/;
const EVERYONE = ['allUsers', 'allAuthenticatedUsers'];

/** Okta administrators that can change others. */
const OKTA_OWNERS = /super|org|application|group|custom/i;

/** Clients of legacy authentication, which needs a password only, by their names in Entra ID. */
const LEGACY_CLIENTS = /^(?:Exchange ActiveSync|IMAP4?|POP3?|Authenticated SMTP|SMTP|Other clients|Exchange Web Services|MAPI.*|AutoDiscover)$/i;

/** Returns the body of a call to Azure. The activity log stores it as JSON text, whose key case depends on the client. */
function azureBody({ record }: LoggedEvent): Fields {
  const body = text(at(record, 'properties', 'requestbody')) || text(at(record, 'properties', 'requestBody'));
  try {
    return inLowerCase(JSON.parse(body) as unknown) as Fields;
  } catch {
    // The log truncates long bodies.
    return {};
  }
}

function inLowerCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), inLowerCase(inner)]));
}

/** Returns the bindings that a call to Google Cloud added. */
function addedBindings({ record }: LoggedEvent): { role: string; member: string }[] {
  const payload = fields(record?.protoPayload);
  const deltas = [at(payload, 'serviceData', 'policyDelta', 'bindingDeltas'), at(payload, 'metadata', 'policyDelta', 'bindingDeltas')].flatMap(list);
  return deltas.flatMap((delta) =>
    text(at(delta, 'action')) === 'ADD' ? [{ role: text(at(delta, 'role')), member: text(at(delta, 'member')) }] : [],
  );
}

/** Returns the remote access ports within ranges such as `22`, `20-30` and `*`. */
function remotePorts(ranges: readonly string[]): string[] {
  const holds = (range: string, port: number): boolean => {
    const [from, to = from] = range.split('-').map(Number);
    return range === '*' || (from !== undefined && to !== undefined && from <= port && port <= to);
  };
  return REMOTE_PORTS.filter(([port]) => ranges.some((range) => holds(range, port))).map(([, name]) => name);
}

const isAnywhere = (source: string): boolean => ['*', '0.0.0.0/0', '::/0', 'internet', 'any'].includes(source.toLowerCase());

function openedInAzure(event: LoggedEvent): string[] {
  const { properties } = azureBody(event);
  const rules = [fields(properties), ...list(at(properties, 'securityrules')).map((rule) => fields(at(rule, 'properties')))];
  return rules.flatMap((rule) => {
    const sources = [text(rule.sourceaddressprefix), ...list(rule.sourceaddressprefixes).map(text)];
    const isOpen = text(rule.access).toLowerCase() === 'allow' && text(rule.direction).toLowerCase() === 'inbound' && sources.some(isAnywhere);
    return isOpen ? remotePorts([text(rule.destinationportrange), ...list(rule.destinationportranges).map(text)].filter(Boolean)) : [];
  });
}

function openedInGcp({ record }: LoggedEvent): string[] {
  const request = fields(at(record, 'protoPayload', 'request'));
  const allowed = [...list(request.alloweds), ...list(request.allowed)];
  const sources = list(request.sourceRanges).map(text);
  if (text(request.direction) === 'EGRESS' || !sources.some(isAnywhere)) return [];
  // A rule without ports allows all of a protocol.
  return allowed.flatMap((one) => remotePorts(list(at(one, 'ports')).length > 0 ? list(at(one, 'ports')).map(text) : ['*']));
}

const OKTA_EVENTS = 'https://developer.okta.com/docs/reference/api/event-types/';
const ENTRA_RISK = 'https://learn.microsoft.com/entra/id-protection/concept-identity-protection-risks';

/** Rules for Azure, Google Cloud, Okta and Entra ID, besides those that they share with AWS. */
export const CLOUD_EVENT_RULES: readonly EventRule[] = [
  {
    id: 'azure-owner-made',
    title: 'Access administrator role assigned in Azure',
    severity: 'HIGH',
    technique: 'T1098.003',
    source: mitre('T1098.003'),
    actions: ['microsoft.authorization/roleassignments/write'],
    reads: (event) => {
      const properties = fields(azureBody(event).properties);
      const role = AZURE_OWNERS.get(text(properties.roledefinitionid).split('/').at(-1)?.toLowerCase() ?? '');
      return role === undefined ? null : `${text(properties.principalid) || 'an identity'} got ${role}`;
    },
  },
  {
    id: 'gcp-owner-made',
    title: 'Access administrator role granted in Google Cloud',
    severity: 'HIGH',
    technique: 'T1098.003',
    source: stratus('gcp.persistence.backdoor-service-account-policy'),
    actions: [
      'resourcemanager.projects.setiampolicy',
      'resourcemanager.folders.setiampolicy',
      'resourcemanager.organizations.setiampolicy',
      'iam.serviceaccounts.setiampolicy',
    ],
    reads: (event) => {
      const given = addedBindings(event).filter(({ role }) => GCP_OWNERS.test(role));
      return given.length === 0 ? null : given.map(({ role, member }) => `${member} got ${role}`).join(', ');
    },
  },
  {
    id: 'gcp-opened-to-everybody',
    title: 'Google Cloud resource made public',
    severity: 'HIGH',
    technique: 'T1537',
    source: mitre('T1537'),
    actions: [
      'storage.buckets.setiampolicy',
      'run.services.setiampolicy',
      'cloudfunctions.functions.setiampolicy',
      'pubsub.topics.setiampolicy',
      'bigquery.datasets.setiampolicy',
      'resourcemanager.projects.setiampolicy',
    ],
    reads: (event) => {
      const open = addedBindings(event).filter(({ member }) => EVERYONE.includes(member));
      return open.length === 0 ? null : open.map(({ role, member }) => `${member} got ${role}`).join(', ');
    },
  },
  {
    id: 'network-opened',
    title: 'Firewall opened to the internet for remote access',
    severity: 'HIGH',
    technique: 'T1562.007',
    source: mitre('T1562.007'),
    actions: [
      'microsoft.network/networksecuritygroups/securityrules/write',
      'microsoft.network/networksecuritygroups/write',
      'compute.firewalls.create',
      'compute.firewalls.update',
    ],
    reads: (event) => {
      const open = event.action.toLowerCase().startsWith('microsoft') ? openedInAzure(event) : openedInGcp(event);
      return open.length === 0 ? null : `open to the internet: ${[...new Set(open)].join(', ')}`;
    },
  },
  {
    id: 'log-exclusion',
    title: 'Log exclusion created',
    severity: 'HIGH',
    technique: 'T1562.008',
    source: mitre('T1562.008'),
    actions: ['logging.exclusions.create', 'logging.exclusions.update'],
  },
  {
    id: 'outside-tokens-trusted',
    title: 'External token issuer trusted',
    severity: 'MEDIUM',
    technique: 'T1098.001',
    source: mitre('T1098.001'),
    actions: [
      'microsoft.managedidentity/userassignedidentities/federatedidentitycredentials/write',
      'iam.workloadidentitypoolproviders.create',
      'iam.workloadidentitypoolproviders.update',
    ],
  },
  {
    id: 'vault-opened',
    title: 'Key vault access policy changed',
    severity: 'MEDIUM',
    technique: 'T1555.006',
    source: mitre('T1555.006'),
    actions: ['microsoft.keyvault/vaults/accesspolicies/write'],
  },
  {
    id: 'okta-administrator-made',
    title: 'Okta administrator role granted',
    severity: 'HIGH',
    technique: 'T1098.003',
    source: OKTA_EVENTS,
    actions: ['user.account.privilege.grant', 'group.privilege.grant'],
    reads: ({ record }) => {
      const privilege = text(at(record, 'debugContext', 'debugData', 'privilegeGranted'));
      const grantees = list(record?.target).map((target) => text(at(target, 'alternateId')) || text(at(target, 'displayName')));
      return privilege !== '' && !OKTA_OWNERS.test(privilege) ? null : `${grantees[0] || 'an identity'} got ${privilege || 'an administrator role'}`;
    },
  },
  {
    id: 'okta-token-made',
    title: 'Okta API token created',
    severity: 'MEDIUM',
    technique: 'T1098.001',
    source: OKTA_EVENTS,
    actions: ['system.api_token.create'],
  },
  {
    id: 'okta-identity-provider',
    title: 'Identity provider added to Okta',
    severity: 'HIGH',
    technique: 'T1484.002',
    source: OKTA_EVENTS,
    actions: ['system.idp.lifecycle.create', 'system.idp.lifecycle.activate'],
  },
  {
    id: 'okta-protection-off',
    title: 'Okta sign-in policy turned off',
    severity: 'MEDIUM',
    technique: 'T1556',
    source: OKTA_EVENTS,
    actions: [
      'policy.lifecycle.deactivate',
      'policy.lifecycle.delete',
      'policy.rule.deactivate',
      'policy.rule.delete',
      'zone.deactivate',
      'zone.delete',
    ],
  },
  {
    id: 'entra-risky-sign-in',
    title: 'Risky sign-in reported by Entra ID',
    severity: 'HIGH',
    technique: 'T1078.004',
    source: ENTRA_RISK,
    actions: [ENTRA_RULES.signIn.toLowerCase()],
    isUsual: true,
    reads: ({ record }) => {
      const level = text(record?.riskLevelDuringSignIn);
      const isSettled = ['remediated', 'dismissed', 'confirmedSafe'].includes(text(record?.riskState));
      return ['medium', 'high'].includes(level) && !isSettled ? `the risk is ${level}${of(text(record?.riskDetail))}` : null;
    },
  },
  {
    id: 'entra-legacy-sign-in',
    title: 'Sign-in with legacy authentication',
    severity: 'MEDIUM',
    technique: 'T1078.004',
    source: 'https://learn.microsoft.com/entra/identity/conditional-access/policy-block-legacy-authentication',
    actions: [ENTRA_RULES.signIn.toLowerCase()],
    isUsual: true,
    reads: ({ record }) => {
      const client = text(record?.clientAppUsed);
      return LEGACY_CLIENTS.test(client) ? `client: ${client}` : null;
    },
  },
];

function of(detail: string): string {
  return detail === '' || detail === 'none' ? '' : ` (${detail})`;
}
