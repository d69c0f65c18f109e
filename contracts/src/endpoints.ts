import type { Call } from './endpoint';
import { accessExportEndpoints } from './areas/access-export';
import { activityEndpoints } from './areas/activity';
import { askEndpoints } from './areas/ask';
import { eventEndpoints } from './areas/events';
import { exclusionEndpoints } from './areas/exclusions';
import { flagEndpoints } from './areas/flags';
import { graphQueryEndpoints } from './areas/graph-query';
import { auditEndpoints } from './areas/audit';
import { correlatedSourcesEndpoints } from './areas/correlated-sources';
import { alertTriageEndpoints } from './areas/alert-triage';
import { alertsEndpoints } from './areas/alerts';
import { apiTokenEndpoints } from './areas/api-tokens';
import { assistantSignInEndpoints } from './areas/assistant-sign-in';
import { backEndEndpoints } from './areas/back-ends';
import { changesEndpoints } from './areas/changes';
import { chatEndpoints } from './areas/chat';
import { deliveryEndpoints } from './areas/delivery';
import { downloadsEndpoints } from './areas/downloads';
import { intentsEndpoints } from './areas/intents';
import { inventoryEndpoints } from './areas/inventory';
import { mcpEndpoints } from './areas/mcp';
import { notificationEndpoints } from './areas/notifications';
import { leastPrivilegeEndpoints } from './areas/least-privilege';
import { operatorEndpoints } from './areas/operator';
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
import { userSessionEndpoints } from './areas/user-sessions';
import { singleSignOnEndpoints } from './areas/single-sign-on';
import { snapshotsEndpoints } from './areas/snapshots';
import { sourcesEndpoints } from './areas/sources';
import { stageEndpoints } from './areas/stages';
import { ticketEndpoints } from './areas/tickets';
import { tierEndpoints } from './areas/tiers';
import { breakEndpoints } from './areas/breaks';
import { proofEndpoints } from './areas/proofs';
import { whatIfEndpoints } from './areas/what-if';
import { userKeyEndpoints } from './areas/user-keys';
import { viewEndpoints } from './areas/views';

/** Every call of the product, keyed by `METHOD /path`. */
export const endpoints = {
  ...sessionEndpoints,
  ...userSessionEndpoints,
  ...singleSignOnEndpoints,
  ...provisioningEndpoints,
  ...apiTokenEndpoints,
  ...roleEndpoints,
  ...mcpEndpoints,
  ...assistantSignInEndpoints,
  ...flagEndpoints,
  ...userKeyEndpoints,
  ...viewEndpoints,
  ...remoteEndpoints,
  ...publishingEndpoints,
  ...releaseHealthEndpoints,
  ...provenanceEndpoints,
  ...deliveryEndpoints,
  ...backEndEndpoints,
  ...operatorEndpoints,
  ...sourcesEndpoints,
  ...snapshotsEndpoints,
  ...correlatedSourcesEndpoints,
  ...graphQueryEndpoints,
  ...askEndpoints,
  ...accessExportEndpoints,
  ...inventoryEndpoints,
  ...leastPrivilegeEndpoints,
  ...breakEndpoints,
  ...proofEndpoints,
  ...whatIfEndpoints,
  ...tierEndpoints,
  ...stageEndpoints,
  ...riskEndpoints,
  ...downloadsEndpoints,
  ...intentsEndpoints,
  ...alertsEndpoints,
  ...alertTriageEndpoints,
  ...exclusionEndpoints,
  ...requestEndpoints,
  ...reviewEndpoints,
  ...activityEndpoints,
  ...auditEndpoints,
  ...eventEndpoints,
  ...notificationEndpoints,
  ...ticketEndpoints,
  ...chatEndpoints,
  ...changesEndpoints,
  ...reportsEndpoints,
  ...reportScheduleEndpoints,
};

/** Key of a call: `METHOD /path`. */
export type EndpointKey = keyof typeof endpoints;

/** The parameters and the answer of each call, as plain types. */
export type Api = { [K in EndpointKey]: Call<(typeof endpoints)[K]> };
