import { ENTRA_RULES } from './directory/compile/entra-rules';
import type { SourceFacts, UsageFact } from '../engine/source-facts';
import { MOST_EVENTS } from '../engine/event-log';
import { lately, type UsageCoverage } from '../engine/usage-coverage';

/** Data calls that CloudTrail logs only where data events are enabled, by target type. */
const DATA_EVENTS: readonly (readonly [calls: RegExp, silent: readonly string[]])[] = [
  [/^s3:(?:Get|Put|Delete)Object$/, ['READ OBJECT_STORE', 'WRITE OBJECT_STORE']],
  [/^dynamodb:(?:GetItem|PutItem|UpdateItem|DeleteItem|Query|Scan|BatchGetItem|BatchWriteItem)$/, ['READ NOSQL_DB', 'WRITE NOSQL_DB']],
  [/^lambda:InvokeFunction$/, ['WRITE SERVERLESS_COMPUTE']],
  [/^sqs:(?:SendMessage|ReceiveMessage|DeleteMessage)/, ['READ AWS_SQS_QUEUE', 'WRITE AWS_SQS_QUEUE']],
  [/^sns:Publish/, ['WRITE AWS_SNS_TOPIC']],
];

/** GCP's logs of data reads and writes, which are off by default. */
const GCP_DATA =
  /^(?:storage\.objects|bigquery\.tables\.getData|secretmanager\.versions\.access|datastore|spanner\.databases\.(?:read|select|write))/;

/**
 * Returns what the log of a source covers.
 * @returns null where the bundle has no log
 * @see CloudTrail User Guide, "Logging data events"
 * @see Microsoft Learn, "Azure Monitor activity log"
 * @see Google Cloud, "Cloud Audit Logs overview"
 * @see Okta, "System Log"
 * @see Microsoft Graph, "signIn" and "directoryAudit"
 */
export function coverageOf({
  cloudType,
  usage,
  usageSince,
  events,
}: Pick<SourceFacts, 'cloudType' | 'usage' | 'usageSince' | 'events'>): UsageCoverage | null {
  if (usageSince === null) return null;
  const [last, oldest] = [events[0], events.at(-1)];
  const isCut = events.length >= MOST_EVENTS;
  const kept = last && oldest && { from: isCut ? oldest.at : usageSince, to: last.at, isCut };
  return { since: usageSince, silent: SILENT[cloudType](usage), ...(kept ? { kept: lately(kept) } : {}) };
}

const SILENT: Record<SourceFacts['cloudType'], (usage: readonly UsageFact[]) => string[]> = {
  AWS: (usage) => DATA_EVENTS.flatMap(([calls, silent]) => (usage.some(({ action }) => calls.test(action)) ? [] : silent)),
  AZURE: () => ['READ', 'WRITE OBJECT_STORE', 'WRITE KEYSTORE', 'WRITE NOSQL_DB'],
  GCP: (usage) => (usage.some(({ action }) => GCP_DATA.test(action)) ? [] : ['READ', 'WRITE OBJECT_STORE', 'WRITE NOSQL_DB', 'WRITE RELATIONAL_DB']),
  IDP_OKTA: () => ['READ FEDERATED_USER', 'READ FEDERATED_GROUP', 'READ ACCOUNT_DATA'],
  // Sign-ins have their own log; changes are in the audit log, which is another file.
  IDP_AZURE_AD: (usage) => [
    ...(usage.some(({ action }) => action !== ENTRA_RULES.signIn) ? [] : ['WRITE', 'ADMIN']),
    'READ USER',
    'READ GROUP',
    'READ ACCOUNT_DATA',
  ],
};
