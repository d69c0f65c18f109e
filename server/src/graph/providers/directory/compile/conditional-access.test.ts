import { gateOf, type Subject } from './conditional-access';
import { readConditionalAccess } from './read-conditional-access';

const APP = 'aaaaaaaa-1111-4000-8000-000000000001';
const OFFICE = 'aaaaaaaa-2222-4000-8000-000000000002';
const LOCATIONS = new Map([[OFFICE, 'Office']]);

const ADA: Subject = { id: 'ada', kind: 'user', groups: new Set(['staff']), roles: new Set(['global-admin']), guest: null };
const GUS: Subject = { ...ADA, id: 'gus', groups: new Set(), roles: new Set(), guest: 'b2bCollaborationGuest' };
const ROBOT: Subject = { id: 'robot', kind: 'own application', groups: new Set(), roles: new Set(), guest: null };
const PUBLISHED: Subject = { ...ROBOT, id: 'published', kind: 'other application' };

const BLOCK = { operator: 'OR', builtInControls: ['block'] };
const MFA = { operator: 'OR', builtInControls: ['mfa'] };
const EVERYONE = { users: { includeUsers: ['All'] }, applications: { includeApplications: ['All'] } };

/** Returns "open", "blocked" or the conditions of a sign-in under one policy. */
function signIn(subject: Subject, conditions: object, grantControls: object | null = BLOCK, more: object = {}, clientId = APP): string {
  const policy = readConditionalAccess({ displayName: 'P', state: 'enabled', conditions, grantControls, ...more }, LOCATIONS);
  const gate = gateOf(policy ? [policy] : [], subject, clientId);
  if (gate.blockedBy.length > 0) return 'blocked';
  return gate.conditions.join('; ').replace('conditional access policy "P" ', '') || 'open';
}

describe('a conditional access policy', () => {
  it('counts only if it is enabled and has controls', () => {
    expect(signIn(ADA, EVERYONE)).toBe('blocked');
    expect(signIn(ADA, EVERYONE, BLOCK, { state: 'disabled' })).toBe('open');
    expect(signIn(ADA, EVERYONE, BLOCK, { state: 'enabledForReportingButNotEnforced' })).toBe('open');
    expect(signIn(ADA, EVERYONE, null, { sessionControls: null })).toBe('open');
  });

  it.each<[string, object, string, string]>([
    ['all users', { includeUsers: ['All'] }, 'blocked', 'blocked'],
    ['one user', { includeUsers: ['ADA'] }, 'blocked', 'open'],
    ['a group', { includeGroups: ['staff'] }, 'blocked', 'open'],
    ['a directory role', { includeRoles: ['global-admin'] }, 'blocked', 'open'],
    ['guests', { includeUsers: ['GuestsOrExternalUsers'] }, 'open', 'blocked'],
    ['kinds of guests', { includeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'internalGuest,b2bCollaborationGuest' } }, 'open', 'blocked'],
    ['other guests', { includeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'internalGuest' } }, 'open', 'open'],
    ['all but a user', { includeUsers: ['All'], excludeUsers: ['ada'] }, 'open', 'blocked'],
    ['all but a group', { includeUsers: ['All'], excludeGroups: ['staff'] }, 'open', 'blocked'],
    ['all but a role', { includeUsers: ['All'], excludeRoles: ['global-admin'] }, 'open', 'blocked'],
    ['a user that a group excludes', { includeUsers: ['ada'], excludeGroups: ['staff'] }, 'open', 'open'],
    ['nobody', { includeUsers: ['None'] }, 'open', 'open'],
  ])('for %s includes exactly them', (_name, users, ada, gus) => {
    const conditions = { ...EVERYONE, users };
    expect([signIn(ADA, conditions), signIn(GUS, conditions)]).toEqual([ada, gus]);
  });

  it('for guests of listed directories is uncertain, because a guest does not show its directory', () => {
    const guests = { guestOrExternalUserTypes: 'b2bCollaborationGuest', externalTenants: { membershipKind: 'enumerated', members: ['t'] } };
    expect(signIn(GUS, { ...EVERYONE, users: { includeGuestsOrExternalUsers: guests } })).toBe(
      'does not block the sign-in (it blocks if the policy includes the sign-in)',
    );
    expect(signIn(ADA, { ...EVERYONE, users: { includeUsers: ['All'], excludeGuestsOrExternalUsers: guests } })).toBe('blocked');
  });

  it('for users never concerns service principals, and one for workload identities those of the own directory only', () => {
    expect(signIn(ROBOT, EVERYONE)).toBe('open');
    const software = {
      ...EVERYONE,
      users: { includeUsers: ['None'] },
      clientApplications: { includeServicePrincipals: ['ServicePrincipalsInMyTenant'] },
    };
    expect([signIn(ROBOT, software), signIn(PUBLISHED, software), signIn(ADA, software)]).toEqual(['blocked', 'open', 'open']);
    const excluded = { ...software, clientApplications: { ...software.clientApplications, excludeServicePrincipals: ['robot'] } };
    expect(signIn(ROBOT, excluded)).toBe('open');
    const listed = { ...software, clientApplications: { includeServicePrincipals: ['robot', 'published'] } };
    expect([signIn(ROBOT, listed), signIn(PUBLISHED, listed)]).toEqual(['blocked', 'open']);
  });

  it('concerns the applications that it includes and does not exclude', () => {
    const to = (applications: object) => signIn(ADA, { ...EVERYONE, applications });
    expect(to({ includeApplications: [APP.toUpperCase()] })).toBe('blocked');
    expect(to({ includeApplications: ['other'] })).toBe('open');
    expect(to({ includeApplications: ['MicrosoftAdminPortals'] })).toBe('open');
    expect(to({ includeApplications: ['All'], excludeApplications: [APP] })).toBe('open');
    expect(to({ includeApplications: [], includeUserActions: ['urn:user:registersecurityinfo'] })).toBe('open');
    expect(to({ includeApplications: [], applicationFilter: { mode: 'include', rule: 'x' } })).toContain('if the policy includes the sign-in');
  });

  it('names its grant controls', () => {
    expect(signIn(ADA, EVERYONE, MFA)).toBe('requires multifactor authentication');
    expect(signIn(ADA, EVERYONE, { operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] })).toBe(
      'requires multifactor authentication and a compliant device',
    );
    expect(signIn(ADA, EVERYONE, { operator: 'OR', builtInControls: [], authenticationStrength: { displayName: 'Phishing-resistant MFA' } })).toBe(
      'requires the authentication strength Phishing-resistant MFA',
    );
  });

  it.each<[string, object, string]>([
    [
      'a time between sign-ins',
      { signInFrequency: { isEnabled: true, type: 'hours', value: 4, frequencyInterval: 'timeBased' } },
      'requires a sign-in within 4 hours',
    ],
    [
      'a sign-in every time',
      { signInFrequency: { isEnabled: true, type: null, value: null, frequencyInterval: 'everyTime' } },
      'requires a new sign-in',
    ],
    [
      'a proxy',
      { cloudAppSecurity: { isEnabled: true, cloudAppSecurityType: 'mcasConfigured' } },
      'requires a session through Microsoft Defender for Cloud Apps',
    ],
    [
      'a proxy against downloads',
      { cloudAppSecurity: { isEnabled: true, cloudAppSecurityType: 'blockDownloads' } },
      'requires a session through Microsoft Defender for Cloud Apps that blocks downloads',
    ],
    ['a proxy that only watches', { cloudAppSecurity: { isEnabled: true, cloudAppSecurityType: 'monitorOnly' } }, 'open'],
    ['a control that is off', { signInFrequency: { isEnabled: false, type: 'hours', value: 4 } }, 'open'],
    ['restrictions within mail and documents', { applicationEnforcedRestrictions: { isEnabled: true } }, 'open'],
    ['remembered browsers', { persistentBrowser: { isEnabled: true, mode: 'never' } }, 'open'],
  ])('whose session control is %s is a condition only if that limits access', (_name, sessionControls, words) => {
    expect(signIn(ADA, EVERYONE, null, { sessionControls })).toBe(words);
  });

  it('demands its session controls beside its grant controls', () => {
    const sessionControls = { signInFrequency: { isEnabled: true, type: 'days', value: 1, frequencyInterval: 'timeBased' } };
    expect(signIn(ADA, EVERYONE, MFA, { sessionControls })).toBe('requires multifactor authentication and a sign-in within 1 day');
    const either = { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] };
    expect(signIn(ADA, EVERYONE, either, { sessionControls })).toBe(
      'requires multifactor authentication or a compliant device, and a sign-in within 1 day',
    );
    expect(signIn(ADA, EVERYONE, BLOCK, { sessionControls })).toBe('blocked');
  });

  it.each<[string, object, string]>([
    ['outside named locations', { locations: { includeLocations: ['All'], excludeLocations: [OFFICE] } }, 'from other locations than Office'],
    ['in trusted locations', { locations: { includeLocations: ['AllTrusted'] } }, 'from trusted locations'],
    ['on platforms', { platforms: { includePlatforms: ['android', 'iOS'] } }, 'on android or iOS'],
    ['by risk', { signInRiskLevels: ['high', 'medium'] }, 'at sign-in risk high or medium'],
    ['in browsers', { clientAppTypes: ['browser'] }, 'in browsers'],
    ['by device', { devices: { deviceFilter: { mode: 'exclude', rule: 'device.isCompliant -eq True' } } }, 'on devices that do not match device.isCompliant -eq True'], // prettier-ignore
    ['by flow', { authenticationFlows: { transferMethods: 'deviceCodeFlow' } }, 'with deviceCodeFlow'],
  ])('that blocks %s is a condition', (_name, conditions, words) => {
    expect(signIn(ADA, { ...EVERYONE, ...conditions })).toBe(`does not block the sign-in (it blocks ${words})`);
    expect(signIn(ADA, { ...EVERYONE, ...conditions }, MFA)).toBe(`requires multifactor authentication (${words})`);
  });

  it('for legacy clients changes nothing, because they reach mail only', () => {
    expect(signIn(ADA, { ...EVERYONE, clientAppTypes: ['exchangeActiveSync', 'other'] })).toBe('open');
    expect(signIn(ADA, { ...EVERYONE, clientAppTypes: ['all'] })).toBe('blocked');
    expect(signIn(ADA, { ...EVERYONE, clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] })).toBe('blocked');
  });
});
