import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT, dump, role, trust, user } from '../../../test/support/aws-account';
import { AWS_BUNDLE, AWS_LOG } from '../../../test/support/labelled-logs/aws-log';
import { AZURE_LOG, AZURE_RESOURCES, SUBSCRIPTION } from '../../../test/support/labelled-logs/azure-log';
import { GCP_FILES, GCP_LOG } from '../../../test/support/labelled-logs/gcp-log';
import type { LabelledRecord } from '../../../test/support/labelled-logs/labelled';
import type { BundleReader } from '../engine/bundle/bundle-reader';
import type { SourceFacts } from '../engine/source-facts';
import { AwsBundleReader } from './aws/read/read-account';
import { normaliseAws } from './aws/normalise/normalise';
import { AzureBundleReader } from './azure/read/read';
import { GcpBundleReader } from './gcp/read/read';

type Facts = Pick<SourceFacts, 'events' | 'usage'>;

function readAws(files: Record<string, unknown>, account: string): Facts {
  const reader = new AwsBundleReader();
  addFiles(reader, files);
  return normaliseAws('t', account, reader.result().bundle);
}

function readOther(reader: BundleReader, files: Record<string, unknown>, account: string): Facts {
  addFiles(reader, files);
  return reader.result().normalise('t', account, new Date());
}

function addFiles(reader: { add: BundleReader['add'] }, files: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(files)) {
    const content = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
    reader.add({ name, content, problem: null });
  }
}

/** Returns each record's log with an id and an action of its own, so that its facts are its own. */
function records(log: readonly LabelledRecord[], id: string): Record<string, unknown>[] {
  return log.map(({ record }, index) => ({ ...record, [id]: `event-${index}` }));
}

function expectLabels(log: readonly LabelledRecord[], { events, usage }: Facts): void {
  for (const [index, { says, actor, startedBy, person }] of log.entries()) {
    const event = events.find(({ eventId }) => eventId === `event-${index}`);
    expect({ says, actor: event?.identity, person: event?.session }).toEqual({ says, actor, person: person ?? '' });
    const isOfEvent = (fact: SourceFacts['usage'][number]): boolean => fact.identity.nativeId === actor && fact.action === event?.action;
    const sameUse = log.filter(
      (other, place) => other.actor === actor && events.find(({ eventId }) => eventId === `event-${place}`)?.action === event?.action,
    );
    const expected = new Set(sameUse.flatMap((other) => other.startedBy ?? []));
    const found = new Set(usage.filter(isOfEvent).flatMap((fact) => Object.keys(fact.startedBy ?? {})));
    expect({ says, startedBy: found }).toEqual({ says, startedBy: expected });
    if (startedBy) for (const name of startedBy) expect(found).toContain(name);
  }
}

describe('who used an identity, in a labelled log', () => {
  it('of AWS', () => {
    expectLabels(AWS_LOG, readAws({ ...AWS_BUNDLE, 'cloudtrail/log.json': { Records: records(AWS_LOG, 'eventID') } }, ACCOUNT));
  });

  it('of Azure', () => {
    const files = { 'resources.json': AZURE_RESOURCES, 'activity-log.json': records(AZURE_LOG, 'eventDataId') };
    expectLabels(AZURE_LOG, readOther(new AzureBundleReader(), files, SUBSCRIPTION));
  });

  it('of Google Cloud', () => {
    expectLabels(GCP_LOG, readOther(new GcpBundleReader(), { ...GCP_FILES, 'audit-log.json': records(GCP_LOG, 'insertId') }, 'demo-web'));
  });
});

/** A recorded attack, which lies outside the repository. Its roles are labelled by hand, from the role's trust and the AssumeRole events. */
const DATASET = join(__dirname, '../../../../../shared/data/invictus-aws_dataset/CloudTrail');
const REAL_ACCOUNT = '123837392027';
const ATTACKER = `arn:aws:iam::${REAL_ACCOUNT}:user/bert-jan`;
/** The roles with a use: attempts of the others were all refused. */
const STARTERS: Readonly<Record<string, readonly string[]>> = {
  'stratus-red-team-ec2lui-role-pcccexdthk': [ATTACKER],
  'stratus-red-team-ec2lui-role-wuzemnoeqa': [ATTACKER],
  // The log does not tell whether the instance or somebody with its stolen credentials acted.
  'stratus-red-team-ec2-steal-credentials-role': ['ec2.amazonaws.com'],
  'stratus-red-team-ec2-enumerate-role': ['ec2.amazonaws.com'],
  AWSServiceRoleForRDS: ['rds.amazonaws.com'],
  AWSServiceRoleForAmazonInspector2: ['inspector2.amazonaws.com'],
};

(existsSync(DATASET) ? describe : describe.skip)('who used a role in a recorded attack', () => {
  it('is the user who assumed it, or the service that did', () => {
    const files = Object.fromEntries(readdirSync(DATASET).map((name) => [`cloudtrail/${name}`, readFileSync(join(DATASET, name), 'utf8')]));
    const { events, usage } = readAws(
      { ...files, 'details.json': dump({ users: [user('bert-jan')], roles: [role('other', trust({ AWS: '*' }))] }) },
      REAL_ACCOUNT,
    );
    const sessions = events.filter(({ identity }) => identity.includes(':role/'));
    expect(sessions).not.toEqual([]);
    const found: Record<string, Set<string>> = {};
    for (const { identity, startedBy } of usage) {
      const name = identity.nativeId.split(':role/')[1]?.split('/').at(-1) ?? '';
      for (const starter of Object.keys(startedBy ?? {})) (found[name] ??= new Set()).add(starter);
    }
    expect(Object.fromEntries(Object.entries(found).map(([name, names]) => [name, [...names]]))).toEqual(STARTERS);
    // The events of these sessions name the attacker.
    expect(new Set(sessions.flatMap(({ session }) => (session === '' ? [] : [session])))).toEqual(new Set([ATTACKER]));
  });
});
