import { workingSecond } from '../company/cloud-workers';
import { ROLES_OF_CAST, type Person } from '../company/people';
import { listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { awsApplication } from './aws-application';
import { entraUserId } from './directory';

/** Returns the file with the response of `GET /v1.0/auditLogs/directoryAudits` for the last 90 days, the newest day first. */
export function auditFile(plan: Plan): DemoFile {
  return listsFile('directory-audits.json', { value: rows(plan) });
}

/**
 * Yields the entries. A Global Administrator does help desk work, which needs far less. One application administrator renewed a secret. No other holder of a role used
 * it.
 */
function* rows(plan: Plan): Generator<Record<string, unknown>> {
  const { calendar, last } = plan;
  const engineer = last.person(ROLES_OF_CAST.identityEngineer);
  const administrator = last.person(ROLES_OF_CAST.identityAdministrator);
  const people = [...last.active()].filter(({ index }) => index !== engineer.index);
  const application = awsApplication(plan);
  for (const daysAgo of [...calendar.loggedDays()].reverse()) {
    const rng = plan.seed.at('entra-audit', daysAgo);
    const [often, seldom, fraction] = [rng.next(), rng.next(), rng.next()];
    if (calendar.isWeekend(daysAgo)) continue;
    const who = rng.pick(people);
    const target = { id: entraUserId(plan, who), displayName: who.name, type: 'User', userPrincipalName: who.email };
    if (often < 0.4 && who.joinedDaysAgo > daysAgo) {
      yield row(plan, engineer, { activity: 'Reset user password', category: 'UserManagement', target, daysAgo, fraction });
      if (often < 0.1) {
        const activity = 'Update StsRefreshTokenValidFrom Timestamp';
        yield row(plan, engineer, { activity, category: 'UserManagement', target, daysAgo, fraction });
      }
    }
    if (seldom < 0.03) {
      const activity = 'Update application – Certificates and secrets management ';
      const changed = { id: rng.uuid(), displayName: application.name, type: 'Application', userPrincipalName: null };
      const details = [{ key: 'AppId', value: application.appId }];
      yield row(plan, administrator, { activity, category: 'ApplicationManagement', target: changed, details, daysAgo, fraction });
    }
  }
}

interface Change {
  activity: string;
  category: string;
  target: Record<string, unknown>;
  details?: { key: string; value: string }[];
  daysAgo: number;
  /** Time within a working day. */
  fraction: number;
}

function row(plan: Plan, person: Person, { activity, category, target, details = [], daysAgo, fraction }: Change): Record<string, unknown> {
  const activityDateTime = plan.calendar.at(daysAgo, workingSecond(person, fraction));
  const rng = plan.seed.at('entra-audit-row', person.index, activity, activityDateTime);
  return {
    id: `Directory_${rng.uuid()}`,
    category,
    correlationId: rng.uuid(),
    result: 'success',
    resultReason: '',
    activityDisplayName: activity,
    activityDateTime,
    loggedByService: 'Core Directory',
    operationType: 'Update',
    initiatedBy: {
      app: null,
      user: {
        id: entraUserId(plan, person),
        displayName: person.name,
        userPrincipalName: person.email,
        ipAddress: `${person.office.network}.${10 + (person.index % 200)}`,
      },
    },
    targetResources: [{ ...target, groupType: null, modifiedProperties: [] }],
    additionalDetails: details,
  };
}
