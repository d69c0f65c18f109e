import type { AwsCredentialFacts } from './common-shapes';

/** The report writes not_supported for the root user, which has a password that the report does not cover. */
const PASSWORD: Readonly<Record<string, boolean>> = { true: true, false: false };

const DAY = 24 * 60 * 60 * 1000;

/**
 * Reads the response of `aws iam get-credential-report` (CSV in base64). It returns per user ARN: the second factor, whether there is a
 * password, the last use of password and keys, and the age in days of the oldest active key at report time. Returns null where the content is no such table.
 */
export function readCredentialReport(content: string, generatedTime: string | undefined): Map<string, AwsCredentialFacts> | null {
  const [header = '', ...lines] = Buffer.from(content, 'base64').toString('utf8').trim().split(/\r?\n/);
  const columns = header.split(',');
  if (!columns.includes('arn') || !columns.includes('mfa_active')) return null;
  const facts = new Map<string, AwsCredentialFacts>();
  for (const line of lines) {
    const cells = line.split(',');
    const row = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']));
    if (row.arn) facts.set(row.arn, factsOf(row, timeOf(generatedTime)));
  }
  return facts;
}

function factsOf(row: Record<string, string>, generated: number | null): AwsCredentialFacts {
  const used = [row.password_last_used, row.access_key_1_last_used_date, row.access_key_2_last_used_date].flatMap((text) => timeOf(text) ?? []);
  const keys = ['1', '2'].flatMap((number) =>
    row[`access_key_${number}_active`] === 'true' ? (timeOf(row[`access_key_${number}_last_rotated`]) ?? []) : [],
  );
  return {
    mfa: row.mfa_active === 'true',
    password: PASSWORD[row.password_enabled ?? ''] ?? null,
    lastUsed: used.length > 0 ? new Date(Math.max(...used)).toISOString() : null,
    uses: usesOf(row),
    keyAgeDays: generated !== null && keys.length > 0 ? Math.floor((generated - Math.min(...keys)) / DAY) : null,
  };
}

function usesOf(row: Record<string, string>): AwsCredentialFacts['uses'] {
  const password = { action: 'signin:ConsoleLogin', at: row.password_last_used, region: '' };
  const keys = ['1', '2'].map((number) => {
    const service = row[`access_key_${number}_last_used_service`] ?? '';
    const region = row[`access_key_${number}_last_used_region`] ?? '';
    return {
      action: /^[a-z0-9-]+$/.test(service) ? `${service}:*` : '',
      at: row[`access_key_${number}_last_used_date`],
      region: region === 'N/A' ? '' : region,
    };
  });
  return [password, ...keys].flatMap(({ action, at, region }) => {
    const time = timeOf(at);
    return action === '' || time === null ? [] : [{ action, at: new Date(time).toISOString(), region }];
  });
}

/** The report writes N/A, no_information and not_supported where it has no time. */
function timeOf(text: string | undefined): number | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
}
