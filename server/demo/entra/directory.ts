import type { Person } from '../company/people';
import type { Plan } from '../plan';

/** Returns the id of the Entra tenant, which is the directory of every Azure subscription. */
export function directoryId({ seed }: Plan): string {
  return seed.at('entra-directory').uuid();
}

/** Returns the object id of a user in the Entra tenant. */
export function entraUserId({ seed }: Plan, { index }: Pick<Person, 'index'>): string {
  return seed.at('entra-user', index).uuid();
}

/** Returns the object id of an access group in the Entra tenant. */
export function entraGroupId({ seed }: Plan, key: string): string {
  return seed.at('entra-group', key).uuid();
}

/** Returns the object id of a workload pipeline's service principal. */
export function deployPrincipalId({ seed }: Plan, workload: string): string {
  return seed.at('entra-deploy-principal', workload).uuid();
}

/** Returns the client id of that pipeline. */
export function deployClientId({ seed }: Plan, workload: string): string {
  return seed.at('entra-deploy-client', workload).uuid();
}

export function deployPrincipalName(workload: string): string {
  return `github-deploy-${workload}`;
}
