import { at, fields, list, text, type Fields } from '../../../../platform/json-values';
import type { ApplicationTest, ConditionalAccessPolicy, PrincipalList, SubjectTest } from './conditional-access';

/** Clients without modern authentication, which only mail protocols use. */
const LEGACY_CLIENTS = new Set(['exchangeactivesync', 'eassupported', 'other']);
const MODERN_CLIENTS = ['browser', 'mobileappsanddesktopclients'];

const CLIENT_WORDS: Readonly<Record<string, string>> = {
  browser: 'in browsers',
  mobileappsanddesktopclients: 'in mobile apps and desktop clients',
};

const CONTROL_WORDS: Readonly<Record<string, string>> = {
  mfa: 'multifactor authentication',
  compliantDevice: 'a compliant device',
  domainJoinedDevice: 'a hybrid joined device',
  approvedApplication: 'an approved client app',
  compliantApplication: 'an app protection policy',
  passwordChange: 'a password change',
};

/**
 * Reads a policy. Returns null where it changes no access that CAM shows: a disabled or report-only policy, one without controls that limit access, one
 * for user actions or authentication contexts, and one for legacy clients, with which nobody reaches Azure, Microsoft Graph or applications with single
 * sign-on.
 * @param locations display names of named locations, by id
 * @see Microsoft Learn, "conditionalAccessPolicy resource type", "Conditional Access: Conditions", "Conditional Access: Session"
 */
export function readConditionalAccess(policy: Fields, locations: ReadonlyMap<string, string>): ConditionalAccessPolicy | null {
  if (text(policy.state) !== 'enabled') return null;
  const conditions = fields(policy.conditions);
  const clients = lowerCase(conditions.clientAppTypes);
  if (clients.length > 0 && clients.every((client) => LEGACY_CLIENTS.has(client))) return null;
  const demand = demandOf(fields(policy.grantControls), sessionWords(fields(policy.sessionControls)));
  if (demand === undefined) return null;
  return {
    name: text(policy.displayName) || text(policy.id),
    subjects: subjectsOf(conditions),
    applications: applicationsOf(fields(conditions.applications)),
    circumstances: circumstancesOf(conditions, clients, locations),
    demand,
  };
}

/** Returns the demand in words; null for a block, undefined where nothing is demanded. Session controls apply beside any grant controls. */
function demandOf(controls: Fields, ofSession: readonly string[]): string | null | undefined {
  const builtIn = list(controls.builtInControls).map(text);
  if (builtIn.includes('block')) return null;
  const strength = text(at(controls.authenticationStrength, 'displayName'));
  const words = [
    ...builtIn.map((control) => CONTROL_WORDS[control] ?? `the control ${control}`),
    ...(controls.authenticationStrength ? [`the authentication strength ${strength || text(at(controls.authenticationStrength, 'id'))}`] : []),
    ...(list(controls.customAuthenticationFactors).length > 0 ? ['a custom control'] : []),
    ...(list(controls.termsOfUse).length > 0 ? ['accepted terms of use'] : []),
  ];
  const granting = words.join(text(controls.operator) === 'OR' ? ' or ' : ' and ');
  const all = [...(granting === '' ? [] : [granting]), ...ofSession];
  return all.length === 0 ? undefined : all.join(ofSession.length > 0 && words.length > 1 ? ', and ' : ' and ');
}

/**
 * Returns in words the session controls that limit access. Restrictions that applications enforce and token protection concern only Exchange Online,
 * SharePoint Online and Teams, whose contents CAM does not show. The other controls change how long browsers and sessions are remembered.
 * @see Microsoft Learn, "conditionalAccessSessionControls resource type"
 */
function sessionWords({ signInFrequency, cloudAppSecurity }: Fields): string[] {
  const [frequency, proxy] = [fields(signInFrequency), fields(cloudAppSecurity)];
  const value = Number(frequency.value);
  const unit = text(frequency.type) === 'days' ? 'day' : 'hour';
  const isEveryTime = text(frequency.frequencyInterval) === 'everyTime' || !(value > 0);
  const within = isEveryTime ? 'a new sign-in' : `a sign-in within ${value} ${unit}${value === 1 ? '' : 's'}`;
  const type = text(proxy.cloudAppSecurityType);
  const through = type === 'blockDownloads' ? ' that blocks downloads' : '';
  return [
    ...(frequency.isEnabled === true ? [within] : []),
    ...(proxy.isEnabled === true && type !== 'monitorOnly' ? [`a session through Microsoft Defender for Cloud Apps${through}`] : []),
  ];
}

function subjectsOf({ users, clientApplications }: Fields): SubjectTest {
  const [people, software] = [fields(users), fields(clientApplications)];
  const filtered = Object.keys(fields(software.servicePrincipalFilter)).length > 0;
  const mode = text(at(software.servicePrincipalFilter, 'mode'));
  const listOf = (word: 'include' | 'exclude'): PrincipalList => {
    const ids = [...lowerCase(people[`${word}Users`]), ...lowerCase(software[`${word}ServicePrincipals`])];
    const guests = fields(people[`${word}GuestsOrExternalUsers`]);
    return {
      allUsers: ids.includes('all'),
      ownApplications: ids.includes('serviceprincipalsinmytenant'),
      ids: new Set(ids),
      groups: new Set(lowerCase(people[`${word}Groups`])),
      roles: new Set(lowerCase(people[`${word}Roles`])),
      guests: new Set([...(ids.includes('guestsorexternalusers') ? ALL_GUESTS : []), ...guestTypes(guests)]),
      guestsOfSome: !ids.includes('guestsorexternalusers') && text(at(guests.externalTenants, 'membershipKind')) === 'enumerated',
      filtered: filtered && mode === word,
    };
  };
  return { included: listOf('include'), excluded: listOf('exclude') };
}

const ALL_GUESTS = ['internalguest', 'b2bcollaborationguest', 'b2bcollaborationmember', 'b2bdirectconnectuser', 'otherexternaluser'];

function guestTypes({ guestOrExternalUserTypes }: Fields): string[] {
  return text(guestOrExternalUserTypes)
    .toLowerCase()
    .split(',')
    .map((type) => type.trim())
    .filter(Boolean);
}

/** Groups of applications other than all, such as the admin portals, contain no application that CAM shows as a resource. */
function applicationsOf({ includeApplications, excludeApplications, applicationFilter }: Fields): ApplicationTest {
  const included = lowerCase(includeApplications);
  const mode = text(at(applicationFilter, 'mode'));
  return {
    all: included.includes('all'),
    included: new Set(included),
    excluded: new Set(lowerCase(excludeApplications)),
    filter: mode === 'include' || mode === 'exclude' ? mode : null,
  };
}

/** Returns in words the sign-ins that a policy concerns; empty where it concerns every one. */
function circumstancesOf(conditions: Fields, clients: readonly string[], locations: ReadonlyMap<string, string>): string[] {
  const { platforms, devices, authenticationFlows } = conditions;
  const modern = MODERN_CLIENTS.filter((client) => clients.includes(client));
  const levels = (name: string, words: string): string[] => {
    const listed = list(conditions[name]).map(text).filter(Boolean);
    return listed.length === 0 ? [] : [`at ${words} ${listed.join(' or ')}`];
  };
  const rule = text(at(devices, 'deviceFilter', 'rule'));
  const flows = text(at(authenticationFlows, 'transferMethods'));
  return [
    ...(clients.includes('all') || modern.length !== 1 ? [] : modern.flatMap((client) => CLIENT_WORDS[client] ?? [])),
    ...someOf(fields(platforms), 'Platforms', (name) => name),
    ...someOf(fields(conditions.locations), 'Locations', (id) => locations.get(id.toLowerCase()) ?? (id === 'AllTrusted' ? 'trusted locations' : id)),
    ...(rule === '' ? [] : [`on devices that ${text(at(devices, 'deviceFilter', 'mode')) === 'exclude' ? 'do not match' : 'match'} ${rule}`]),
    ...levels('signInRiskLevels', 'sign-in risk'),
    ...levels('userRiskLevels', 'user risk'),
    ...levels('servicePrincipalRiskLevels', 'service principal risk'),
    ...(text(conditions.insiderRiskLevels) === '' ? [] : [`at insider risk ${text(conditions.insiderRiskLevels)}`]),
    ...(flows === '' ? [] : [`with ${flows.split(',').join(' or ')}`]),
  ];
}

const PREPOSITIONS = { Platforms: 'on', Locations: 'from' } as const;

function someOf(condition: Fields, what: keyof typeof PREPOSITIONS, nameOf: (id: string) => string): string[] {
  const included = list(condition[`include${what}`]).map(text);
  const excluded = list(condition[`exclude${what}`]).map(text);
  const isAll = included.length === 0 || included.some((name) => name.toLowerCase() === 'all');
  if (isAll && excluded.length === 0) return [];
  const others = excluded.map(nameOf).join(', ');
  const rest = excluded.length === 0 ? '' : isAll ? `other ${what.toLowerCase()} than ${others}` : ` except ${others}`;
  return [`${PREPOSITIONS[what]} ${isAll ? '' : included.map(nameOf).join(' or ')}${rest}`];
}

function lowerCase(value: unknown): string[] {
  return list(value).map((entry) => text(entry).toLowerCase());
}
