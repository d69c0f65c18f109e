import type { eventRows } from '../../src/graph/store/snapshot-tables';
import type { Dice } from './differential';

export type EventRecord = ReturnType<typeof eventRows>[number];

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);
const ACCOUNTS = ['111122223333', '444455556666'];
const PEOPLE = ['ada', 'bob', 'cleo', 'dora', 'eve', 'fay', 'gus'];
const ADDRESSES = ['198.51.100.7', '88.198.0.1', '8.8.8.8', '133.11.0.1', '192.0.2.9', ''];
const TOWNS = [
  { city: 'Oslo', country: 'Norway', lat: 59.9, lon: 10.7 },
  { city: 'Lima', country: 'Peru', lat: -12, lon: -77 },
  { city: 'Osaka', country: 'Japan', lat: 34.7, lon: 135.5 },
];
const USUAL = ['ec2:DescribeInstances', 's3:ListBuckets', 's3:GetObject', 'ec2:CreateTags'];
/** Actions with their access levels as letters. */
const SENSITIVE: Readonly<Record<string, string>> = {
  'cloudtrail:StopLogging': 'a',
  'iam:CreateUser': 'ap',
  'iam:PutUserPolicy': 'ap',
  'iam:CreateRole': 'ap',
  'kms:DisableKey': 's',
  'secretsmanager:GetSecretValue': 's',
};

let count = 0;

/** Returns some days of logs of two accounts and a directory, with quiet times and bursts. The directory's events locate their addresses. */
export function randomEvents(dice: Dice, firstDay: number, lastDay: number, runs: number): EventRecord[] {
  return dice.times(runs, runs + 8, () => randomRun(dice, firstDay, lastDay)).flat();
}

/** Returns events of one identity, from one address, within an hour. */
function randomRun(dice: Dice, firstDay: number, lastDay: number): EventRecord[] {
  const start = START + (firstDay + Math.floor(dice.next() * (lastDay - firstDay + 1))) * DAY + Math.floor(dice.next() * 24) * 3_600_000;
  const person = dice.one(PEOPLE);
  const account = dice.one(ACCOUNTS);
  const isSignIn = dice.chance(0.15);
  const isRole = !isSignIn && dice.chance(0.25);
  const isBurst = dice.chance(0.08);
  const address = dice.one(ADDRESSES);
  const succeeded = !dice.chance(0.1);
  const action = dice.chance(0.25) ? dice.one(Object.keys(SENSITIVE)) : dice.one(USUAL);
  const of = {
    succeeded,
    source_ip: address,
    user_agent: dice.one(['aws-cli/2.15', 'aws-cli/2.15', 'Boto3/1.34', 'curl/8']),
    region: dice.one(['eu-west-1', 'eu-west-1', 'us-east-1']),
    ...(isSignIn
      ? {
          source_uid: 'okta',
          account_id: 'okta.example',
          identity_id: `00u-${person}`,
          session: `${person}@x.example`,
          action: 'user.session.start',
          letters: '',
        }
      : {
          source_uid: `aws-${account}`,
          account_id: account,
          identity_id: isRole
            ? `arn:aws:iam::${account}:role/ops`
            : dice.chance(0.05)
              ? 'ec2.amazonaws.com'
              : `arn:aws:iam::${account}:user/${person}`,
          session: isRole && dice.chance(0.8) ? `${person}@x.example` : '',
          action,
          letters: SENSITIVE[action] ?? 'r',
        }),
  };
  const raw = isSignIn
    ? placed(dice.one(TOWNS))
    : isRole
      ? instanceOf(account, dice.one(['i-0abc12345', 'i-0def67890']))
      : '{"requestParameters":{}}';
  return dice.times(1, isBurst ? 130 : 4, () => {
    const at = new Date(start + Math.floor(dice.next() * 3_600_000)).toISOString();
    return { ...of, tenant_id: '', event_id: `e${(count += 1)}`, name: of.action.split(':').at(-1) ?? '', resource_id: '', at, raw };
  });
}

function placed({ city, country, lat, lon }: (typeof TOWNS)[number]): string {
  return JSON.stringify({ client: { geographicalContext: { city, state: '', country, geolocation: { lat, lon } } } });
}

function instanceOf(account: string, instance: string): string {
  return JSON.stringify({ userIdentity: { arn: `arn:aws:sts::${account}:assumed-role/ops/${instance}` } });
}
