import type { Endpoint } from './endpoint';
import { accessExportEndpoints } from './areas/access-export';
import { activityEndpoints } from './areas/activity';
import { alertTriageEndpoints } from './areas/alert-triage';
import { alertsEndpoints } from './areas/alerts';
import { apiTokenEndpoints } from './areas/api-tokens';
import { assistantSignInEndpoints } from './areas/assistant-sign-in';
import { askEndpoints } from './areas/ask';
import { auditEndpoints } from './areas/audit';
import { backEndEndpoints } from './areas/back-ends';
import { changesEndpoints } from './areas/changes';
import { chatEndpoints } from './areas/chat';
import { correlatedSourcesEndpoints } from './areas/correlated-sources';
import { deliveryEndpoints } from './areas/delivery';
import { downloadsEndpoints } from './areas/downloads';
import { eventEndpoints } from './areas/events';
import { exclusionEndpoints } from './areas/exclusions';
import { flagEndpoints } from './areas/flags';
import { graphQueryEndpoints } from './areas/graph-query';
import { intentsEndpoints } from './areas/intents';
import { inventoryEndpoints } from './areas/inventory';
import { leastPrivilegeEndpoints } from './areas/least-privilege';
import { mcpEndpoints } from './areas/mcp';
import { notificationEndpoints } from './areas/notifications';
import { operatorEndpoints } from './areas/operator';
import { proofEndpoints } from './areas/proofs';
import { provenanceEndpoints } from './areas/provenance';
import { provisioningEndpoints } from './areas/provisioning';
import { publishingEndpoints } from './areas/publishing';
import { releaseHealthEndpoints } from './areas/release-health';
import { remoteEndpoints } from './areas/remotes';
import { reportScheduleEndpoints } from './areas/report-schedules';
import { reportsEndpoints } from './areas/reports';
import { requestEndpoints } from './areas/requests';
import { reviewEndpoints } from './areas/reviews';
import { riskEndpoints } from './areas/risk';
import { roleEndpoints } from './areas/roles';
import { sessionEndpoints } from './areas/session';
import { singleSignOnEndpoints } from './areas/single-sign-on';
import { snapshotsEndpoints } from './areas/snapshots';
import { sourcesEndpoints } from './areas/sources';
import { stageEndpoints } from './areas/stages';
import { tierEndpoints } from './areas/tiers';
import { ticketEndpoints } from './areas/tickets';
import { userSessionEndpoints } from './areas/user-sessions';
import { userKeyEndpoints } from './areas/user-keys';
import { viewEndpoints } from './areas/views';
import { breakEndpoints } from './areas/breaks';
import { whatIfEndpoints } from './areas/what-if';

/** Calls about one subject. */
export interface EndpointGroup {
  tag: string;
  description: string;
  endpoints: Readonly<Record<string, Endpoint>>;
}

/** All calls by subject, for the API document and its reference. Each call is in one group. */
export const ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  { tag: 'Session', description: 'Signing in, sessions, the present user and tenant', endpoints: sessionEndpoints },
  { tag: 'User sessions', description: 'Sessions of the user and second factors', endpoints: userSessionEndpoints },
  { tag: 'Single sign-on', description: 'Sign-in with the provider of the organization', endpoints: singleSignOnEndpoints },
  { tag: 'Provisioning', description: 'Users and groups that a provider manages with SCIM', endpoints: provisioningEndpoints },
  { tag: 'API tokens', description: 'Tokens for programs', endpoints: apiTokenEndpoints },
  { tag: 'Roles', description: 'Rights in some accounts or all, for people and groups', endpoints: roleEndpoints },
  { tag: 'Assistants', description: 'Model Context Protocol', endpoints: mcpEndpoints },
  { tag: 'Sign-in of assistants', description: 'Consent of users to assistants', endpoints: assistantSignInEndpoints },
  { tag: 'Feature flags', description: 'Switches of features', endpoints: flagEndpoints },
  { tag: 'Keys of the console', description: 'Keys that users changed', endpoints: userKeyEndpoints },
  { tag: 'Views', description: 'Saved views of lists', endpoints: viewEndpoints },
  { tag: 'Sources', description: 'Connected accounts, imports and pulls', endpoints: sourcesEndpoints },
  { tag: 'Snapshots', description: 'Times and history of snapshots', endpoints: snapshotsEndpoints },
  { tag: 'Correlated sources', description: 'Sources that describe the same people', endpoints: correlatedSourcesEndpoints },
  { tag: 'Search', description: 'Queries of the access graph, saved searches and explanations', endpoints: graphQueryEndpoints },
  { tag: 'Questions', description: 'Plain questions and names', endpoints: askEndpoints },
  { tag: 'Exports of access', description: 'Answers to queries as files', endpoints: accessExportEndpoints },
  { tag: 'Inventory', description: 'Identities, objects, networks, privileges, unused and public access', endpoints: inventoryEndpoints },
  { tag: 'Least privilege', description: 'Proposals with the privileges in use', endpoints: leastPrivilegeEndpoints },
  { tag: 'Cuts', description: 'The least changes that end an access', endpoints: breakEndpoints },
  { tag: 'Proofs', description: 'Signed proofs of access, and of its absence', endpoints: proofEndpoints },
  { tag: 'What-if', description: 'Changes that are tried before they are made', endpoints: whatIfEndpoints },
  { tag: 'Tiers', description: 'What is most valuable', endpoints: tierEndpoints },
  { tag: 'Stages', description: 'Tags and names that stand for production or tests', endpoints: stageEndpoints },
  { tag: 'Risk', description: 'Scores with their factors', endpoints: riskEndpoints },
  { tag: 'Downloads', description: 'Large exports', endpoints: downloadsEndpoints },
  { tag: 'Compliance', description: 'Suites, rules and exceptions', endpoints: intentsEndpoints },
  { tag: 'Alerts', description: 'Alerts and guardrails', endpoints: alertsEndpoints },
  { tag: 'Work on alerts', description: 'Groups, assignment, comments and dismissal', endpoints: alertTriageEndpoints },
  { tag: 'Exclusions', description: 'Findings that are accepted for a time', endpoints: exclusionEndpoints },
  { tag: 'Access reviews', description: 'People who confirm or revoke access', endpoints: reviewEndpoints },
  { tag: 'Access requests', description: 'Requests for access that ends', endpoints: requestEndpoints },
  { tag: 'Activity', description: 'Log events and places of users', endpoints: activityEndpoints },
  { tag: 'Audit log', description: 'Changes that users made in CAM', endpoints: auditEndpoints },
  { tag: 'Events', description: 'Webhooks and the stream of events', endpoints: eventEndpoints },
  { tag: 'Notifications', description: 'Mails and messages about alerts', endpoints: notificationEndpoints },
  { tag: 'Tickets', description: 'Connections to ticket systems, and tickets about alerts', endpoints: ticketEndpoints },
  { tag: 'Chat', description: 'Actions in Slack and Microsoft Teams, and who takes them', endpoints: chatEndpoints },
  { tag: 'Changes', description: 'Changes between snapshots', endpoints: changesEndpoints },
  { tag: 'Reports', description: 'Reports as files', endpoints: reportsEndpoints },
  { tag: 'Report schedules', description: 'Reports that are made regularly', endpoints: reportScheduleEndpoints },
  { tag: 'Areas', description: 'Areas of the console and their releases', endpoints: remoteEndpoints },
  { tag: 'Publishing', description: 'Releases of areas', endpoints: publishingEndpoints },
  { tag: 'Release health', description: 'Loads, errors and times of releases', endpoints: releaseHealthEndpoints },
  { tag: 'Provenance', description: 'Signatures and keys of releases', endpoints: provenanceEndpoints },
  { tag: 'Delivery', description: 'Rings, plans and freezes', endpoints: deliveryEndpoints },
  { tag: 'Servers of areas', description: 'Back ends of teams', endpoints: backEndEndpoints },
  { tag: 'Operator', description: 'The command line of the installation', endpoints: operatorEndpoints },
];

/**
 * Returns the name of a call for programs that are generated from the API document, such as `getAlertsGroups` for `GET /v1/alerts/groups`. It never
 * changes while the call exists.
 */
export function operationIdOf(key: string): string {
  const [method = '', path = ''] = key.split(' ');
  const words = path
    .split('/')
    .filter((part) => part !== '' && part !== 'v1' && part !== 'beta')
    .map((part) => part.replace(/^\{(.*)\}$/, 'by-$1'));
  return [method.toLowerCase(), ...words.flatMap((part) => part.split(/[-_]/))]
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}
