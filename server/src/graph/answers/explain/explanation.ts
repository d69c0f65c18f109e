import type { AccessPath, PathHop } from '@cam/contracts/server';

/** All access paths from an identity to a resource. */
export interface Explanation {
  identity: PathHop;
  resource: PathHop;
  /** The actions of all paths together. */
  actions_str: string;
  conditional_actions_str: string;
  paths: AccessPath[];
}
