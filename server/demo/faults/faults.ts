import type { Plan } from '../plan';
import { awsFaults } from './aws-faults';
import { azureFaults } from './azure-faults';
import { directoryFaults } from './directory-faults';
import type { Fault } from './fault';
import { gcpFaults } from './gcp-faults';

/** Returns the weaknesses on the last day of the history, by provider. */
export function faultsOf(plan: Plan): Record<string, Fault[]> {
  const last = plan.last;
  return { AWS: awsFaults(last), Azure: azureFaults(last), GCP: gcpFaults(last), 'Entra ID and Okta': directoryFaults(last) };
}
