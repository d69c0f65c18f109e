export const SIZES = ['S', 'M', 'L'] as const;
export type Size = (typeof SIZES)[number];

/** How much there is of everything. Counts are aims: what hangs together is never cut to reach one. */
export interface Scale {
  people: number;
  awsAccounts: number;
  subscriptions: number;
  projects: number;
  /** Of one account, subscription or project. */
  resources: number;
  /** Workloads of one account: each brings roles, policies and groups. */
  workloads: number;
  /** People who sign in somewhere, by whom logs are written. */
  activePeople: number;
}

export const SCALES: Readonly<Record<Size, Scale>> = {
  S: { people: 130, awsAccounts: 9, subscriptions: 3, projects: 3, resources: 70, workloads: 3, activePeople: 30 },
  M: { people: 20_000, awsAccounts: 140, subscriptions: 40, projects: 20, resources: 2_500, workloads: 9, activePeople: 1_000 },
  L: { people: 80_000, awsAccounts: 560, subscriptions: 160, projects: 80, resources: 3_750, workloads: 11, activePeople: 2_000 },
};
