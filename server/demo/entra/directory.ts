import type { Person } from '../company/people';
import type { Plan } from '../plan';

/** Id of the Entra tenant, which is also the directory of every Azure subscription. */
export function directoryId({ seed }: Plan): string {
  return seed.at('entra-directory').uuid();
}

/** Object id of somebody in the Entra tenant. */
export function entraUserId({ seed }: Plan, { index }: Pick<Person, 'index'>): string {
  return seed.at('entra-user', index).uuid();
}

/** Object id of an access group in the Entra tenant. */
export function entraGroupId({ seed }: Plan, key: string): string {
  return seed.at('entra-group', key).uuid();
}

/** Object id of the service principal by which the pipeline of a workload signs in. */
export function deployPrincipalId({ seed }: Plan, workload: string): string {
  return seed.at('entra-deploy-principal', workload).uuid();
}

/** Client id of that pipeline. */
export function deployClientId({ seed }: Plan, workload: string): string {
  return seed.at('entra-deploy-client', workload).uuid();
}

export function deployPrincipalName(workload: string): string {
  return `github-deploy-${workload}`;
}
