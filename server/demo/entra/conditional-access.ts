import { listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';

/** Client id of Azure Resource Manager. */
const AZURE = '797f4846-ba00-4fd7-ba43-dac1f8f63013';

/** Yields the conditional access of the directory: legacy clients are blocked, and MFA for administrators is only tried out. */
export function* conditionalAccessFiles(plan: Plan): Generator<DemoFile> {
  const office = plan.seed.at('entra-location', 'office').uuid();
  const policy = (displayName: string, state: string, conditions: object, control: string): object => ({
    id: plan.seed.at('entra-conditional-access', displayName).uuid(),
    displayName,
    state,
    createdDateTime: plan.calendar.at(400, 36_000),
    modifiedDateTime: null,
    conditions,
    grantControls: { operator: 'OR', builtInControls: [control], customAuthenticationFactors: [], termsOfUse: [] },
    sessionControls: null,
  });
  const users = { includeUsers: ['All'], excludeUsers: [], includeGroups: [], excludeGroups: [], includeRoles: [], excludeRoles: [] };
  yield listsFile('conditional-access-policies.json', {
    value: [
      policy(
        'Block legacy authentication',
        'enabled',
        { users, applications: { includeApplications: ['All'] }, clientAppTypes: ['exchangeActiveSync', 'other'] },
        'block',
      ),
      policy(
        'Require MFA for Azure outside the office',
        'enabledForReportingButNotEnforced',
        {
          users,
          applications: { includeApplications: [AZURE] },
          clientAppTypes: ['all'],
          locations: { includeLocations: ['All'], excludeLocations: [office] },
        },
        'mfa',
      ),
    ],
  });
  yield listsFile('named-locations.json', {
    value: [{ '@odata.type': '#microsoft.graph.ipNamedLocation', id: office, displayName: 'Offices', isTrusted: true, ipRanges: [] }],
  });
}
