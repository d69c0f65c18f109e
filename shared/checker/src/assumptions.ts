/** The assumption that an identity is in no other groups. */
const groups = (provider: string, id: string): [string, string] => [
  `${provider}-groups ${id}`,
  `The identity ${id} is in no groups but those that its source lists it in.`,
];

/** Ids and words of everything that proofs take for granted. */
export const ASSUMPTIONS = {
  catalogue: (digest: string): [string, string] => [
    `catalogue ${digest}`,
    `The list of actions with SHA-256 ${digest} tells which action applies to which kind of resource.`,
  ],
  request: (): [string, string] => ['request', 'The request carries no session policy, and no policy of a VPC endpoint limits it.'],
  noOrganization: (account: string): [string, string] => [
    `no-organization ${account}`,
    `No organization is known above the account ${account}, so no service control policy and no resource control policy limits it.`,
  ],
  fullAccess: (node: string): [string, string] => [
    `full-access ${node}`,
    `The organization node ${node} has no policy that allows something. AWS attaches FullAWSAccess by itself, so the node allows what it does not deny.`,
  ],
  otherAccounts: (): [string, string] => ['other-accounts', 'Roles of accounts that are not among the sources are not considered.'],
  chains: (): [string, string] => [
    'chains',
    'The identity acts by itself and by roles that it may assume, one after the other. Changing policies, code or credentials of somebody else is not considered, and neither is signing in to other providers.',
  ],
  googleRequest: (): [string, string] => [
    'google-request',
    'No perimeter of VPC Service Controls, organization policy or credential access boundary limits the request, and only IAM policies grant it: no access control list of objects or datasets, no signed URL, and no account of a database.',
  ],
  googleGroups: (id: string): [string, string] => groups('google', id),
  googleAddress: (id: string, member: string): [string, string] => [
    `google-address ${id}`,
    `The identity ${id} signs in to Google Cloud as ${member}.`,
  ],
  googleTop: (node: string): [string, string] => [
    `google-top ${node}`,
    `Nothing is known above ${node}, so no policy of a folder or of an organization above it grants or denies.`,
  ],
  googleAccounts: (): [string, string] => ['google-accounts', 'Service accounts that no source lists by their address are not considered.'],
  googleChains: (): [string, string] => [
    'google-chains',
    'The identity acts by itself and by service accounts whose credentials it may get with the permissions iam.serviceAccountKeys.create, iam.serviceAccounts.getAccessToken, iam.serviceAccounts.signBlob and iam.serviceAccounts.signJwt, one after the other. Changing policies, code or credentials of somebody else is not considered, neither is starting something that runs as a service account, and neither is signing in to other providers.',
  ],
  azureGroups: (id: string): [string, string] => groups('azure', id),
  azureRequest: (): [string, string] => [
    'azure-request',
    'No lock, Azure Policy, conditional access policy or network rule limits the request, and only role assignments grant it: no account key, no shared access signature, no access policy of a vault, no classic administrator, and no account of a database.',
  ],
  azureTop: (scope: string): [string, string] => [
    `azure-top ${scope}`,
    `The scope ${scope} lies in no management group but those that its source lists.`,
  ],
  azureAlone: (): [string, string] => [
    'azure-alone',
    'The identity acts by itself. Running code on a resource that has a managed identity, adding credentials to an identity, changing policies, and signing in to other providers are not considered.',
  ],
  directoryGroups: (id: string): [string, string] => groups('directory', id),
  directoryRequest: (): [string, string] => [
    'directory-request',
    'Only directory roles, permissions of applications and assignments of applications grant it: no ownership, no permission that the directory gives all its users, and no other action with the same effect. Definitions of roles and conditional access policies are as the import resolved them for each holder.',
  ],
  directoryAlone: (): [string, string] => [
    'directory-alone',
    'The identity acts by itself. Changing memberships, roles, assignments or credentials of somebody, and signing in to other providers, are not considered.',
  ],
} as const;
