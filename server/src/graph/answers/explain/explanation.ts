import type { AccessPath, PathHop } from '@cam/contracts/server';

/** Every path from an identity to a resource. */
export interface Explanation {
  identity: PathHop;
  resource: PathHop;
  /** What all paths give together. */
  actions_str: string;
  paths: AccessPath[];
}
