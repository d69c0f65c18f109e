import { serverUrl } from './support/client';

/** Who may call: a right that ends in one of these words, any signed-in user, everyone, or the installation's own key. */
type Who = 'READ' | 'GENERAL' | 'ACCOUNT' | 'GUARDRAIL' | 'ALERTS' | 'session' | 'public';

/** Every call that the console and other programs may rely on, with the right that it needs. */
const CALLS: Readonly<Record<string, Who>> = {
  'POST /v1/graph-querymgr/autocomplete': 'READ',
  'POST /v1/graph-querymgr/autocomplete-user': 'READ',
  'POST /v1/graph-querymgr/close-session': 'READ',
  'GET /v1/graph-querymgr/dashboard': 'READ',
  'GET /v1/graph-querymgr/identity': 'READ',
  'GET /v1/graph-querymgr/identity-service': 'READ',
  'GET /v1/graph-querymgr/privileges/{view_type}': 'READ',
  'GET /v1/graph-querymgr/privilege-users': 'READ',
  'GET /v1/graph-querymgr/networks': 'READ',
  'GET /v1/graph-querymgr/network-service': 'READ',
  'GET /v1/graph-querymgr/objects': 'READ',
  'GET /v1/graph-querymgr/objects-service': 'READ',
  'GET /v1/graph-querymgr/public-objects': 'READ',
  'GET /v1/graph-querymgr/shadow-access': 'READ',
  'GET /v1/graph-querymgr/account': 'READ',
  'GET /v1/graph-querymgr/unused-accesses': 'READ',
  'POST /v1/graph-querymgr/unused-accesses/report': 'READ',
  'GET /v1/graph-querymgr/explain': 'READ',
  'GET /beta/healthStatus': 'READ',
  'GET /v1/resources/groups': 'READ',
  'GET /v1/resources/scopes': 'READ',
  'GET /v1/resources/services': 'READ',
  'GET /v1/resources/roles': 'READ',
  'POST /graph-querymgr/v1/resources/publish': 'READ',
  'POST /v1/intents/monitors': 'GUARDRAIL',
  'GET /v1/intents/monitors': 'READ',
  'PATCH /v1/intents/monitors': 'GUARDRAIL',
  'DELETE /v1/intents/monitors': 'GUARDRAIL',
  'GET /v1/intents/monitorscount': 'READ',
  'POST /v1/intents/alerts': 'ALERTS',
  'GET /v1/intents/alerts': 'READ',
  'PATCH /v1/intents/alerts': 'ALERTS',
  'DELETE /v1/intents/alerts': 'ALERTS',
  'GET /v1/intents/methods': 'READ',
  'PATCH /v1/intents/methods': 'GUARDRAIL',
  'GET /v1/intents/alertsv2': 'READ',
  'GET /v1/intents/alertscount': 'READ',
  'GET /v1/intents/suites': 'READ',
  'GET /v1/intents/complianceRules': 'READ',
  'GET /v1/intents/rules': 'READ',
  'GET /v1/intents/rule': 'READ',
  'PATCH /v1/intents/dismissAlert': 'ALERTS',
  'PATCH /v1/intents/keepAlert': 'ALERTS',
  'PATCH /v1/intents/remediateAlert': 'ALERTS',
  'GET /v1/intents/failedCountsByRegion': 'READ',
  'POST /v1/intents/complianceReport': 'READ',
  'POST /v2/alerts/{id}/dismiss': 'ALERTS',
  'POST /v2/alerts/{id}/keep': 'ALERTS',
  'POST /v2/alerts/{id}/remediate': 'ALERTS',
  'GET /v2/alerts': 'READ',
  'GET /v2/alerts/summary': 'READ',
  'GET /v2/alerts/count': 'READ',
  'GET /v2/guardrails': 'READ',
  'GET /v1/correlated-sources': 'READ',
  'POST /v1/correlated-sources': 'ACCOUNT',
  'DELETE /v1/correlated-sources/{id}': 'ACCOUNT',
  'POST /v1/policy-reader/test-connection': 'ACCOUNT',
  'GET /v1/policy-reader/supported-resource-types': 'READ',
  'POST /v1/policy-reader/policies': 'READ',
  'POST /v1/policy-reader/evaluate': 'READ',
  'POST /v1/policy-reader/build-organization-hierarchy': 'ACCOUNT',
  'GET /v1/policy-reader/get-organization-hierarchy': 'READ',
  'PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}': 'ACCOUNT',
  'POST /v1/reports': 'READ',
  'GET /v1/reports': 'READ',
  'GET /v1/report': 'READ',
  'PATCH /v1/reports/{report_id}': 'GENERAL',
  'DELETE /v1/reports': 'GENERAL',
  'GET /v1/reports/download': 'READ',
  'GET /v1/remotes': 'session',
  'GET /v1/tenants': 'session',
  'PATCH /v1/tenants': 'GENERAL',
  'GET /v1/tenants/users': 'session',
  'PATCH /v1/tenants/users': 'session',
  'GET /v1/tenants/users/auth': 'public',
  'PATCH /v1/tenants/set-shadow-account-name': 'GENERAL',
  'GET /v1/tenants/notification': 'session',
  'PUT /v1/tenants/notification/{severity}': 'GENERAL',
  'GET /v1/tenants/featureflag/{featureflag}': 'session',
  'PATCH /v1/tenants/featureflag/{featureflag}': 'GENERAL',
  'GET /v1/tenants/featureflags': 'session',
  'GET /v1/tenants/organizations': 'READ',
  'GET /v1/tenants/organizations/{cloud_type}': 'READ',
  'GET /v1/tenants/organizations/{cloud_type}/{organization_uid}': 'READ',
  'POST /v1/tenants/organizations': 'ACCOUNT',
  'PATCH /v1/tenants/organizations': 'ACCOUNT',
  'DELETE /v1/tenants/organizations': 'ACCOUNT',
  'POST /beta/accounts': 'ACCOUNT',
  'PATCH /beta/accounts': 'ACCOUNT',
  'DELETE /beta/accounts': 'ACCOUNT',
  'GET /beta/accounts': 'READ',
  'GET /beta/accounts/{cloud_type}': 'READ',
  'GET /v1/calendar/progress': 'READ',
  'POST /v1/calendar/cleanup': 'ACCOUNT',
  'GET /v1/calendar/onboardingProgress': 'READ',
  'PATCH /v1/calendar/onDemandRunFSM': 'ACCOUNT',
  'POST /v1/calendar/resetFSMState': 'ACCOUNT',
  'GET /v1/changes': 'READ',
  'GET /v1/changes/count': 'READ',
  'POST /v1/usage/onboardaccounts': 'ACCOUNT',
  'GET /v1/usage/user-location': 'READ',
  'GET /v1/usage/usage': 'READ',
  'GET /v1/usage/eventraw': 'READ',
};

/** Calls that are not built yet. Remove a call from this list when you build it. */
const NOT_YET: string[] = [];

interface Operation {
  'x-cam-access': string | string[];
}

function whoOf(access: string | string[]): string[] {
  if (typeof access === 'string') return [access];
  // Operators have all rights of a tenant's administrators.
  const rights = access.filter((right) => right !== 'CAM_OPERATOR');
  return rights.every((right) => right.endsWith('_WRITE')) ? rights.map((right) => right.replace(/^CAM_(\w+)_WRITE$/, '$1')) : ['READ'];
}

it('the API serves every specified call with the specified access right', async () => {
  const { paths } = (await (await fetch(`${serverUrl}/v1/openapi.json`)).json()) as { paths: Record<string, Record<string, Operation>> };
  const served = (call: string): Operation | undefined => {
    const [method = '', path = ''] = call.split(' ');
    return paths[path]?.[method.toLowerCase()];
  };
  const missing = Object.keys(CALLS).filter((call) => served(call) === undefined);
  expect(missing.sort()).toEqual(NOT_YET);
  const wrong = Object.entries(CALLS).flatMap(([call, who]) => {
    const operation = served(call);
    return operation && !whoOf(operation['x-cam-access']).includes(who) ? [[call, who, operation['x-cam-access']]] : [];
  });
  expect(wrong).toEqual([]);
});
