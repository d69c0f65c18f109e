import type { Endpoint } from '@cam/contracts/server';

/** Writes on the pages of the identity platform, by provisioning and by assistants that sign in, which are no calls of the contract, by method and path. */
export const PAGE_WRITES = {
  'POST /identity/second-factor/add-app': { summary: 'Add an authenticator app as second factor', audit: 'add' },
  'POST /identity/second-factor/add-passkey': { summary: 'Add a passkey as second factor', audit: 'add' },
  'POST /identity/second-factor/remove': { summary: 'Remove a second factor', audit: 'remove' },
  'POST /identity/second-factor/new-codes': {
    summary: 'Replace the recovery codes of the second factor',
    audit: { requestOnly: 'the codes are secrets' },
  },
  'POST /identity/saml/new-user': { summary: 'Add a user at the first single sign-on', audit: 'add' },
  'POST /identity/saml/renewed-rights': { summary: 'Renew the rights of a user at single sign-on', audit: 'change' },
  'POST /scim/v2/Users': { summary: 'Provision a user', audit: 'add' },
  'PUT /scim/v2/Users/{id}': { summary: 'Change a provisioned user', audit: 'change' },
  'DELETE /scim/v2/Users/{id}': { summary: 'Remove a provisioned user', audit: 'remove' },
  'POST /scim/v2/Groups': { summary: 'Provision a group', audit: 'add' },
  'PUT /scim/v2/Groups/{id}': { summary: 'Change a provisioned group', audit: 'change' },
  'DELETE /scim/v2/Groups/{id}': { summary: 'Remove a provisioned group', audit: 'remove' },
  'POST /oauth/token/code': { summary: 'Connect an assistant', audit: 'add' },
  'POST /oauth/token/refresh': { summary: 'Renew the access of an assistant', audit: { requestOnly: 'its rights stay as they are' } },
  'POST /oauth/token/reuse': { summary: 'Disconnect an assistant whose code or refresh token was used twice', audit: 'remove' },
  'POST /oauth/revoke': { summary: 'Disconnect an assistant at its own request', audit: 'remove' },
  'POST /identity/sign-in/choose-password': { summary: 'Replace a first password', audit: { requestOnly: 'the password is a secret' } },
} as const satisfies Record<string, Pick<Endpoint, 'summary' | 'audit'>>;

export type PageWrite = keyof typeof PAGE_WRITES;
