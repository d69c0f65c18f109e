import type { Api } from '@cam/contracts';

export type NewGuardrail = Pick<Api['POST /v1/intents/monitors']['body'], 'name' | 'query' | 'severity'>;

/** Typical guardrails per account: administrators, writers of data, external access and public resources. */
const OF_ACCOUNTS: readonly ((account: string) => string)[] = [
  (account) => `user|federated_user with-access keystore with-attribute accountid ${account} and tag.env prod for admin`,
  (account) => `role with-attribute accountid ${account} with-access account_data for admin`,
  (account) => `user with-attribute accountid ${account} with-access object_store for write not via group|role`,
  (account) => `ext_account with-access any with-attribute accountid ${account} for write`,
  (account) => `object_store with-attribute accountid ${account} and public true`,
  (account) => `instance with-attribute accountid ${account} with-access object_store for admin`,
  (account) => `federated_user with-access relational_db with-attribute accountid ${account} for admin`,
  (account) => `user with-access object_store with-attribute accountid ${account} for write via role`,
  (account) => `serverless_compute with-attribute accountid ${account} with-access keystore for admin`,
  (account) => `user with-attribute accountid ${account} and mfa false with-access role for admin`,
];

/** Returns a number of guardrails, spread over the accounts. */
export function guardrailsOf(accounts: readonly string[], count: number): NewGuardrail[] {
  const all = OF_ACCOUNTS.flatMap((query, kind) =>
    accounts.map((account): NewGuardrail => ({ name: `Benchmark ${kind + 1}, ${account}`, query: query(account), severity: 'MEDIUM' })),
  );
  if (all.length < count) throw new Error(`${accounts.length} accounts give ${all.length} guardrails, but ${count} are needed`);
  // The same number of each kind.
  return all.filter((_one, index) => Math.floor(((index + 1) * count) / all.length) > Math.floor((index * count) / all.length));
}
