/** Name of the policy that a vault's own access policy is kept as. */
export const VAULT_POLICY = 'Vault access policy';
