/** Name of the policy that represents a vault's access policies. */
export const VAULT_POLICY = 'Vault access policy';
