import { BUILT_IN, entraUser, registration, roleAssignment, servicePrincipal } from '../entra-directory';
import { adminRole, appUser, oktaApp, oktaFactors, oktaPolicy, oktaUser, signOnRule } from '../okta-org';
import { PROVIDER } from './aws';

const guest = (name: string): object => entraUser(name, { userType: 'Guest' });

/** An Entra ID directory whose users, guests and service principals have access to the subscription. */
export const ENTRA_FILES: Readonly<Record<string, unknown>> = {
  'users.json': [
    ...['olga', 'rita', 'wanda', 'gina', 'helga'].map((name) => entraUser(name)),
    guest('guest-bad'),
    guest('guest-good'),
    entraUser('left-bad', { accountEnabled: false }),
    entraUser('left-good', { accountEnabled: false }),
  ],
  'user-registration-details.json': [
    registration('olga', true),
    registration('rita', false),
    registration('gina', true),
    registration('guest-bad', false),
  ],
  'service-principals.json': [servicePrincipal('program-bad'), servicePrincipal('program-good')],
  'directory-roles.json': [
    roleAssignment('gina', BUILT_IN.globalAdministrator),
    roleAssignment('helga', BUILT_IN.helpdesk),
    roleAssignment('guest-bad', BUILT_IN.applications),
    roleAssignment('left-bad', BUILT_IN.applications),
    roleAssignment('program-bad', BUILT_IN.applications),
  ],
};

/** An Okta org with an administrator who also signs in to the AWS account. */
export const OKTA_FILES: Readonly<Record<string, unknown>> = {
  'users.json': [
    oktaUser('both'),
    oktaUser('pat'),
    oktaUser('tom'),
    oktaUser('sue', { status: 'SUSPENDED' }),
    oktaUser('len', { status: 'SUSPENDED' }),
  ],
  'groups.json': [],
  'apps.json': [oktaApp('aws', { name: 'amazon_aws', label: 'AWS', settings: { app: { identityProviderArn: PROVIDER, joinAllRoles: true } } })],
  'app-assignments.json': [appUser('aws', 'both', { samlRoles: ['sso'] })],
  'roles.json': [
    adminRole('SUPER_ADMIN', 'users/00uboth'),
    adminRole('SUPER_ADMIN', 'users/00upat', { id: 'ra1pat' }),
    adminRole('USER_ADMIN', 'users/00usue'),
  ],
  // Sue has no entry, so nothing is known. Tom's security question and e-mail are no second factors; the user both has an expired one.
  'policies.json': [oktaPolicy('good'), oktaPolicy('bad'), oktaPolicy('off', 'INACTIVE')],
  'policy-rules/00pgood.json': [signOnRule('good', true, 15), signOnRule('good', false, 600, 'INACTIVE')],
  'policy-rules/00pbad.json': [signOnRule('bad', true, 10), signOnRule('bad', false, 120)],
  'policy-rules/00poff.json': [signOnRule('off', false, 120)],
  'factors.json': [
    oktaFactors('pat', ['push', 'question']),
    oktaFactors('both', ['sms'], 'EXPIRED'),
    oktaFactors('tom', ['question', 'email']),
    oktaFactors('len', []),
  ],
};
