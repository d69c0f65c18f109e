export const SIZES = ['S', 'M', 'L'] as const;
export type Size = (typeof SIZES)[number];

/** The counts of a tenant. They are targets: related data is never cut to match one. */
export interface Scale {
  people: number;
  awsAccounts: number;
  subscriptions: number;
  projects: number;
  /** Per account, subscription or project. */
  resources: number;
  /** Per account. Each workload adds roles, policies and groups. */
  workloads: number;
  /** People who sign in and appear in logs. */
  activePeople: number;
}

export const SCALES: Readonly<Record<Size, Scale>> = {
  S: { people: 130, awsAccounts: 9, subscriptions: 3, projects: 3, resources: 70, workloads: 3, activePeople: 30 },
  M: { people: 20_000, awsAccounts: 140, subscriptions: 40, projects: 20, resources: 2_500, workloads: 9, activePeople: 1_000 },
  L: { people: 80_000, awsAccounts: 560, subscriptions: 160, projects: 80, resources: 3_750, workloads: 11, activePeople: 2_000 },
};
