import type { LoggedEvent } from './logged-event';

/** A call that is worth a look whoever makes it. */
export interface EventRule {
  id: string;
  title: string;
  severity: 'HIGH' | 'MEDIUM' | 'LOW';
  /** Of MITRE ATT&CK. */
  technique: string;
  /** Where the method is described, for people. */
  source: string;
  /** Actions or names of events, in lower case. */
  actions: readonly string[];
  /** Whether a call that was refused or failed counts as well: the attempt says enough. */
  countsAttempts?: boolean;
  /** Everybody makes it: only what its record says is worth a look, and its first use by somebody is not. */
  isUsual?: true;
  /** What of a record makes it suspicious, in words; null: nothing. Without it every call is. */
  reads?: (event: LoggedEvent) => string | null;
}

export const stratus = (id: string): string =>
  `https://stratus-red-team.cloud/attack-techniques/${id.startsWith('aws') ? 'AWS' : id.startsWith('gcp') ? 'GCP' : 'azure'}/${id}/`;
export const mitre = (id: string): string => `https://attack.mitre.org/techniques/${id.replace('.', '/')}/`;

/** Ports by which people work on machines. */
export const REMOTE_PORTS: readonly [port: number, name: string][] = [
  [22, 'SSH'],
  [3389, 'RDP'],
];
