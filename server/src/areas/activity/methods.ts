import { EVENT_RULES } from './event-rules';
import type { SuspicionKind } from './logged-event';

/** A way of telling that something is suspicious, for people. */
export interface Method {
  id: string;
  kind: SuspicionKind;
  title: string;
  /** Of MITRE ATT&CK; empty: none fits. */
  technique: string;
  source: string;
}

const MITRE = 'https://attack.mitre.org/techniques/';

/** By which id alerts know the method that raised them. */
export function monitorOf(method: string): string {
  return `activity.${method}`;
}

/** Every method by the id that its suspicions carry. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [
    ...EVENT_RULES.map(({ id, title, technique, source }): Method => ({ id, kind: 'EVENT', title, technique, source })),
    {
      id: 'first-sensitive-use',
      kind: 'EVENT' as const,
      title: 'A sensitive action was used for the first time',
      technique: 'T1098',
      source: `${MITRE}T1098/`,
    },
    {
      id: 'instance-session-elsewhere',
      kind: 'EVENT' as const,
      title: 'Credentials of a machine were used elsewhere',
      technique: 'T1552.005',
      source: 'https://stratus-red-team.cloud/attack-techniques/AWS/aws.credential-access.ec2-steal-instance-credentials/',
    },
    { id: 'refusal-burst', kind: 'USAGE' as const, title: 'Many calls were refused', technique: 'T1580', source: `${MITRE}T1580/` },
    {
      id: 'secret-harvest',
      kind: 'USAGE' as const,
      title: 'Many secrets were read',
      technique: 'T1555.006',
      source: 'https://stratus-red-team.cloud/attack-techniques/AWS/aws.credential-access.secretsmanager-retrieve-secrets/',
    },
    { id: 'unusual-volume', kind: 'USAGE' as const, title: 'Many more calls than usual', technique: 'T1619', source: `${MITRE}T1619/` },
    { id: 'impossible-travel', kind: 'LOCATION' as const, title: 'In two places at once', technique: 'T1078.004', source: `${MITRE}T1078/004/` },
    { id: 'new-country', kind: 'LOCATION' as const, title: 'From a country that is new', technique: 'T1078.004', source: `${MITRE}T1078/004/` },
    { id: 'combined-risk', kind: 'AI' as const, title: 'Much is new at once', technique: '', source: 'docs/suspicious-activity.md' },
  ].map((method) => [method.id, method]),
);
