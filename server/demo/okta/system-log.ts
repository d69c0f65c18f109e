import { signIns, type SignIn } from '../company/sign-ins';
import { listFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { oktaApps, type OktaAppPlan } from './apps';
import { oktaAppId, oktaTime, oktaUserId } from './org';

/** Returns the file with the System Log of the last 90 days, the newest day first, like `GET /api/v1/logs`. */
export function systemLogFile(plan: Plan): DemoFile {
  return listFile('logs.json', events(plan));
}

function* events(plan: Plan): Generator<Record<string, unknown>> {
  const targets = oktaApps(plan).flatMap((app) => app.groups.slice(0, 1).map((group) => ({ app, group, often: app.often })));
  for (const signIn of signIns(plan, 'okta', targets)) yield event(plan, signIn);
}

function event(plan: Plan, { person, app, second, daysAgo, place, address, succeeded }: SignIn<OktaAppPlan>): Record<string, unknown> {
  const published = oktaTime(plan.calendar.at(daysAgo, second));
  const rng = plan.seed.at('okta-event', person.index, app.key, published);
  const actor = oktaUserId(plan, person);
  const session = rng.alphanumeric(20);
  return {
    uuid: rng.uuid(),
    published,
    eventType: succeeded ? 'user.authentication.sso' : 'user.session.start',
    version: '0',
    severity: succeeded ? 'INFO' : 'WARN',
    displayMessage: succeeded ? 'User single sign on to app' : 'User login to Okta',
    legacyEventType: succeeded ? 'app.auth.sso' : 'core.user_auth.login_failed',
    actor: { id: actor, type: 'User', alternateId: person.email, displayName: person.name, detailEntry: null },
    client: {
      userAgent: {
        rawUserAgent: 'Mozilla/5.0',
        os: rng.pick(['Windows 11', 'Mac OS 14', 'Linux']),
        browser: rng.pick(['CHROME', 'FIREFOX', 'SAFARI']),
      },
      zone: 'null',
      device: 'Computer',
      id: null,
      ipAddress: address,
      geographicalContext: {
        city: place.city,
        state: place.state,
        country: place.country,
        postalCode: null,
        geolocation: { lat: place.latitude, lon: place.longitude },
      },
    },
    outcome: succeeded ? { result: 'SUCCESS', reason: null } : { result: 'FAILURE', reason: 'INVALID_CREDENTIALS' },
    target: succeeded
      ? [
          {
            id: oktaAppId(plan, app.key),
            type: 'AppInstance',
            alternateId: app.label,
            displayName: app.label,
            detailEntry: { signOnModeType: app.signOnMode },
          },
          { id: rng.alphanumeric(20), type: 'AppUser', alternateId: person.email, displayName: person.name, detailEntry: null },
        ]
      : null,
    authenticationContext: {
      authenticationStep: 0,
      externalSessionId: session,
      authenticationProvider: null,
      credentialProvider: null,
      interface: null,
    },
    securityContext: { asNumber: null, asOrg: null, isp: null, domain: null, isProxy: false },
    debugContext: { debugData: { requestUri: succeeded ? `/app/${app.name}/sso/saml` : '/idp/idx/identify' } },
    transaction: { type: 'WEB', id: rng.alphanumeric(27), detail: {} },
    request: { ipChain: [{ ip: address, version: 'V4', source: null }] },
  };
}
