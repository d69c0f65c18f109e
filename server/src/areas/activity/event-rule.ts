import type { LoggedEvent } from './logged-event';

/** A rule for calls that are suspicious whoever makes them. */
export interface EventRule {
  id: string;
  title: string;
  severity: 'HIGH' | 'MEDIUM' | 'LOW';
  /** Technique of MITRE ATT&CK. */
  technique: string;
  /** Link to a description of the method. */
  source: string;
  /** Actions or event names, in lower case. */
  actions: readonly string[];
  /** Counts denied and failed calls too, because the attempt alone is suspicious. */
  countsAttempts?: boolean;
  /** The call itself is common: only its record can make it suspicious, and its first use does not. */
  isUsual?: true;
  /** Returns the suspicious part of a record in words; null: none. Without it, every call is suspicious. */
  reads?: (event: LoggedEvent) => string | null;
}

export const stratus = (id: string): string =>
  `https://stratus-red-team.cloud/attack-techniques/${id.startsWith('aws') ? 'AWS' : id.startsWith('gcp') ? 'GCP' : 'azure'}/${id}/`;
export const mitre = (id: string): string => `https://attack.mitre.org/techniques/${id.replace('.', '/')}/`;

/** Ports of remote access. */
export const REMOTE_PORTS: readonly [port: number, name: string][] = [
  [22, 'SSH'],
  [3389, 'RDP'],
];
