import { jsonFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import type { AwsAccount } from './accounts';
import { awsUsers, type AwsUser } from './users';

const COLUMNS = [
  ...['user', 'arn', 'user_creation_time', 'password_enabled', 'password_last_used', 'password_last_changed', 'password_next_rotation', 'mfa_active'],
  ...[
    'access_key_1_active',
    'access_key_1_last_rotated',
    'access_key_1_last_used_date',
    'access_key_1_last_used_region',
    'access_key_1_last_used_service',
  ],
  ...[
    'access_key_2_active',
    'access_key_2_last_rotated',
    'access_key_2_last_used_date',
    'access_key_2_last_used_region',
    'access_key_2_last_used_service',
  ],
  ...['cert_1_active', 'cert_1_last_rotated', 'cert_2_active', 'cert_2_last_rotated'],
] as const;

/** Returns the output of `aws iam get-credential-report`: a CSV table in base64. */
export function credentialReportFile(plan: Plan, account: AwsAccount): DemoFile {
  const { calendar } = plan;
  const rows = [COLUMNS.join(','), rootRow(plan, account), ...awsUsers(plan, account).map((user) => userRow(plan, user))];
  return jsonFile('iam/get-credential-report.json', {
    Content: Buffer.from(rows.join('\n')).toString('base64'),
    ReportFormat: 'text/csv',
    GeneratedTime: calendar.takenAt,
  });
}

function rootRow({ calendar }: Plan, { id, purpose, index }: AwsAccount): string {
  // The root user of one sandbox has no second factor and was used recently.
  const careless = purpose === 'sandbox';
  const used = careless ? calendar.at(Math.max(6, calendar.daysBefore), 61_000) : 'no_information';
  return [
    ...[
      '<root_account>',
      `arn:aws:iam::${id}:root`,
      calendar.at(1500 - index, 36_000),
      'not_supported',
      used,
      'not_supported',
      'not_supported',
      String(!careless),
    ],
    ...['false', 'N/A', 'N/A', 'N/A', 'N/A', 'false', 'N/A', 'N/A', 'N/A', 'N/A', 'false', 'N/A', 'false', 'N/A'],
  ].join(',');
}

function userRow({ calendar }: Plan, { name, arn, madeDaysAgo, passwordUsedDaysAgo, secondFactor, keys }: AwsUser): string {
  const seen = (daysAgo: number): string => calendar.at(calendar.lastUsed(daysAgo), 47_000);
  const password =
    passwordUsedDaysAgo === null
      ? ['false', 'N/A', 'N/A', 'N/A']
      : ['true', passwordUsedDaysAgo < 0 ? 'no_information' : seen(passwordUsedDaysAgo), calendar.at(Math.min(madeDaysAgo, 180), 30_000), 'N/A'];
  const key = (index: number): string[] => {
    const own = keys[index];
    if (!own) return ['false', 'N/A', 'N/A', 'N/A', 'N/A'];
    const used = own.usedDaysAgo === null ? ['N/A', 'N/A', 'N/A'] : [seen(own.usedDaysAgo), 'eu-central-1', 's3'];
    return [String(own.active), calendar.at(own.madeDaysAgo, 33_500), ...used];
  };
  return [name, arn, calendar.at(madeDaysAgo, 33_000), ...password, String(secondFactor), ...key(0), ...key(1), 'false', 'N/A', 'false', 'N/A'].join(
    ',',
  );
}
