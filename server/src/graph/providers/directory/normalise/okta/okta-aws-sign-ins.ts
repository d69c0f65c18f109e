import { at, fields, list, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { SignIn } from '../../../../engine/app-assignment';
import { AWS_ROLE_ATTRIBUTE, AWS_SIGN_IN, awsSignInUrl, isIdentityCenterUrl, readAwsRoleValue } from '../../compile/aws-role-value';
import type { IdpEntry } from '../../read/idp-entry';
import type { OktaApp } from './okta-apps';
import { AwsFederationSettings } from './okta-aws-federation';
import type { OktaPeople } from './okta-people';

/** The AWS sign-ins of an application. */
export interface AwsSignIns {
  /** Returns the sign-ins of an assignment, from its profile. */
  ofProfile: (profile: Record<string, unknown>, assignment: { user: string | null; entry: IdpEntry }) => SignIn[];
  /** Sign-ins by id of a group whose name stands for roles. */
  byGroup: ReadonlyMap<string, SignIn[]>;
  /** A user in several assigned groups gets the sign-ins of all profiles, not just the first. */
  joinsProfiles: boolean;
}

const NOWHERE: AwsSignIns = { ofProfile: () => [], byGroup: new Map(), joinsProfiles: true };

/** Returns the AWS settings of an application. An inactive application signs no users in. */
export function awsSignIns(draft: SourceDraft, app: OktaApp, people: OktaPeople): AwsSignIns {
  if (!app.isActive) return NOWHERE;
  if (app.signOnMode === 'OPENID_CONNECT') return ofOidc(app);
  if (app.signOnMode !== 'SAML_2_0') return NOWHERE;
  if (app.catalogName === 'amazon_aws') return ofFederationApp(draft, app, people);
  const urls = ['ssoAcsUrl', 'ssoAcsUrlOverride', 'recipient', 'recipientOverride', 'destination'].map((name) =>
    text(at(app.settings, 'signOn', name)),
  );
  if (app.catalogName === 'amazon_aws_sso' || [...urls, text(at(app.settings, 'app', 'acsURL'))].some(isIdentityCenterUrl)) {
    return { ...NOWHERE, ofProfile: () => [{ protocol: 'identity-center' }] };
  }
  return ofSamlApp(draft, app, people, urls);
}

/** Returns the sign-in with ID tokens of the org's own authorization server. The bundle does not describe other authorization servers. */
function ofOidc({ settings, clientId, domain }: OktaApp): AwsSignIns {
  const type = text(at(settings, 'oauthClient', 'application_type'));
  if (clientId === '' || domain === '' || type === 'service') return NOWHERE;
  return { ...NOWHERE, ofProfile: (_profile, { user }) => [{ protocol: 'oidc', issuer: domain, audience: clientId, subject: user }] };
}

/** Reads Okta's own application for AWS accounts. */
function ofFederationApp(draft: SourceDraft, app: OktaApp, people: OktaPeople): AwsSignIns {
  const settings = new AwsFederationSettings(fields(app.settings.app));
  if (settings.usesGroups) {
    const groups = [...people.groups].map(([id, { name, type }]) => ({ id, name, type }));
    const { signIns, problem } = settings.byGroup(groups);
    if (problem !== null) draft.warn(app.entry, '/settings/app/groupFilter', problem);
    return { ofProfile: () => [], byGroup: signIns, joinsProfiles: true };
  }
  const warned = new Set<string>();
  const ofProfile: AwsSignIns['ofProfile'] = (profile, { entry }) => {
    const names = [...list(profile.samlRoles), ...(list(profile.samlRoles).length > 0 ? [] : [profile.role])].map(text).filter(Boolean);
    return [...new Set(names)].flatMap((name) => {
      const signIn = settings.ofRoleName(name);
      if (signIn) return [signIn];
      if (!warned.has(name)) draft.warn(entry, '/profile', `The AWS role and account of "${name}" in ${app.label} cannot be determined.`);
      warned.add(name);
      return [];
    });
  };
  return { ofProfile, byGroup: new Map(), joinsProfiles: settings.joinsRoles };
}

/** Reads a custom application whose assertion carries the AWS role attribute. */
function ofSamlApp(draft: SourceDraft, app: OktaApp, { profiles }: OktaPeople, urls: readonly string[]): AwsSignIns {
  const statements = list(at(app.settings, 'signOn', 'attributeStatements'))
    .map(fields)
    .filter(({ name }) => text(name) === AWS_ROLE_ATTRIBUTE);
  if (statements.length === 0) return NOWHERE;
  const audience = urls.map(awsSignInUrl).find((url) => url !== null) ?? AWS_SIGN_IN;
  const warned = new Set<string>();
  const warn = (value: string): void => {
    if (!warned.has(value)) draft.warn(app.entry, '/settings/signOn/attributeStatements', `The AWS role expression "${value}" is not evaluated.`);
    warned.add(value);
  };
  for (const { type, filterValue } of statements) if (type === 'GROUP') warn(`group names by ${text(filterValue)}`);
  const values = statements.flatMap(({ values: own }) => list(own).map(text));
  return {
    ...NOWHERE,
    ofProfile: (profile, { user }) =>
      values.flatMap((value) => {
        const given = valuesOf(value, profile, user === null ? null : (profiles.get(user) ?? {}));
        const roles = (given ?? []).map(readAwsRoleValue);
        if (!given || roles.includes(null)) warn(value);
        return roles.flatMap((role): SignIn[] => (role ? [{ protocol: 'saml', ...role, audience }] : []));
      }),
  };
}

/** Resolves a literal or a profile attribute of the application or user. Returns null for an expression that only Okta can evaluate. */
function valuesOf(value: string, profile: Record<string, unknown>, person: Record<string, unknown> | null): string[] | null {
  const [, subject, name] = /^(appuser|user)\.(\w+)$/.exec(value.trim()) ?? [];
  if (subject === undefined || name === undefined) return readAwsRoleValue(value.replace(/^"|"$/g, '')) ? [value.replace(/^"|"$/g, '')] : null;
  const found = subject === 'appuser' ? profile[name] : person?.[name];
  if (found === undefined && subject === 'user' && !person) return null;
  return (Array.isArray(found) ? found : [found]).map(text).filter(Boolean);
}
