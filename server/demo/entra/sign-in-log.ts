import { signIns, type SignIn, type SignInTarget } from '../company/sign-ins';
import { listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { awsApplication } from './aws-application';
import { entraUserId } from './directory';
import { MICROSOFT_APPS } from './principals';

interface App {
  name: string;
  appId: string;
}

/** Returns the file with the response of `GET /v1.0/auditLogs/signIns` for the last 90 days, the newest day first. */
export function signInFile(plan: Plan): DemoFile {
  const [mail, portal] = MICROSOFT_APPS;
  const targets: SignInTarget<App>[] = [
    { app: mail, group: 'all-staff', often: 22 },
    { app: portal, group: 'cloud-readers', often: 12 },
    { app: awsApplication(plan), group: 'dept-robotics', often: 35 },
  ];
  return listsFile('sign-ins.json', { value: rows(plan, targets) });
}

function* rows(plan: Plan, targets: readonly SignInTarget<App>[]): Generator<Record<string, unknown>> {
  for (const signIn of signIns(plan, 'entra', targets)) yield signInRow(plan, signIn);
}

const WITHOUT_RISK = { riskLevelAggregated: 'none', riskLevelDuringSignIn: 'none', riskState: 'none', riskEventTypes: [], riskEventTypes_v2: [] };

/** How Entra ID Protection rates a sign-in from an address that tried the passwords of many users. */
const AT_RISK = {
  riskLevelAggregated: 'high',
  riskLevelDuringSignIn: 'high',
  riskState: 'atRisk',
  riskEventTypes: ['unfamiliarFeatures'],
  riskEventTypes_v2: ['unfamiliarFeatures', 'passwordSpray'],
};

function signInRow(plan: Plan, { person, app, second, daysAgo, place, address, succeeded, isStolen }: SignIn<App>): Record<string, unknown> {
  const createdDateTime = plan.calendar.at(daysAgo, second);
  const rng = plan.seed.at('entra-sign-in', person.index, app.appId, createdDateTime);
  return {
    id: rng.uuid(),
    createdDateTime,
    userDisplayName: person.name,
    userPrincipalName: person.email,
    userId: entraUserId(plan, person),
    appId: app.appId,
    appDisplayName: app.name,
    ipAddress: address,
    clientAppUsed: 'Browser',
    correlationId: rng.uuid(),
    conditionalAccessStatus: succeeded ? 'success' : 'notApplied',
    isInteractive: true,
    riskDetail: 'none',
    ...(isStolen ? AT_RISK : WITHOUT_RISK),
    resourceDisplayName: app.name,
    resourceId: app.appId,
    status: succeeded
      ? { errorCode: 0, failureReason: 'Other.', additionalDetails: null }
      : { errorCode: 50126, failureReason: 'Error validating credentials due to invalid username or password.', additionalDetails: null },
    deviceDetail: {
      deviceId: '',
      displayName: '',
      operatingSystem: rng.pick(['Windows11', 'MacOs', 'Linux']),
      browser: 'Edge',
      isCompliant: false,
      isManaged: false,
      trustType: '',
    },
    location: {
      city: place.city,
      state: place.state,
      countryOrRegion: place.countryCode,
      geoCoordinates: { altitude: null, latitude: place.latitude, longitude: place.longitude },
    },
  };
}
