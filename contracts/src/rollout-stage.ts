import type { RolloutStage } from './areas/remotes';

/** Returns the users of a stage of a rollout in words. */
export function stageInWords({ ring, percent }: RolloutStage): string {
  const users = percent === 100 ? 'all users' : `${percent} % of the users`;
  return ring === 'early' ? `${users} of the early tenants` : `all early tenants and ${users} of the others`;
}
