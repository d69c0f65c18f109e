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
} as const;
