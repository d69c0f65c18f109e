import { EVENT_RULES } from './event-rules';
import type { SuspicionKind } from './logged-event';

/** A detection method, as the interface shows it. */
export interface Method {
  id: string;
  kind: SuspicionKind;
  title: string;
  /** Technique of MITRE ATT&CK; empty: none fits. */
  technique: string;
  source: string;
}

const MITRE = 'https://attack.mitre.org/techniques/';

/** Returns the id that alerts of a method have as their monitor. */
export function monitorOf(method: string): string {
  return `activity.${method}`;
}

/** All methods by the id that their suspicions have. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [
    ...EVENT_RULES.map(({ id, title, technique, source }): Method => ({ id, kind: 'EVENT', title, technique, source })),
    {
      id: 'first-sensitive-use',
      kind: 'EVENT' as const,
      title: 'First use of a sensitive action',
      technique: 'T1098',
      source: `${MITRE}T1098/`,
    },
    {
      id: 'instance-session-elsewhere',
      kind: 'EVENT' as const,
      title: 'Instance credentials used from another address',
      technique: 'T1552.005',
      source: 'https://stratus-red-team.cloud/attack-techniques/AWS/aws.credential-access.ec2-steal-instance-credentials/',
    },
    { id: 'refusal-burst', kind: 'USAGE' as const, title: 'Burst of denied calls', technique: 'T1580', source: `${MITRE}T1580/` },
    {
      id: 'secret-harvest',
      kind: 'USAGE' as const,
      title: 'Many secrets read',
      technique: 'T1555.006',
      source: 'https://stratus-red-team.cloud/attack-techniques/AWS/aws.credential-access.secretsmanager-retrieve-secrets/',
    },
    { id: 'unusual-volume', kind: 'USAGE' as const, title: 'Unusual call volume', technique: 'T1619', source: `${MITRE}T1619/` },
    { id: 'impossible-travel', kind: 'LOCATION' as const, title: 'Impossible travel', technique: 'T1078.004', source: `${MITRE}T1078/004/` },
    { id: 'new-country', kind: 'LOCATION' as const, title: 'Activity from a new country', technique: 'T1078.004', source: `${MITRE}T1078/004/` },
    { id: 'combined-risk', kind: 'AI' as const, title: 'Several unusual behaviors at once', technique: '', source: 'docs/suspicious-activity.md' },
  ].map((method) => [method.id, method]),
);
