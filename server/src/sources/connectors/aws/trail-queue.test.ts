import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Notices } from '../notices';
import { parseNotices } from './trail-queue';
import { FolderStorage } from '../../../platform/storage';

const trail = { bucket: 'organization-trail', prefix: '' };
const ACCOUNT = '111122223333';
const key = (day: string, region = 'eu-central-1'): string =>
  `AWSLogs/o-abcdefghij/${ACCOUNT}/CloudTrail/${region}/${day}/${ACCOUNT}_CloudTrail_${region}_20260302T0005Z_abc.json.gz`;
const notification = { s3Bucket: 'organization-trail', s3ObjectKey: [key('2026/03/01'), key('2026/03/02', 'us-east-1')] };
const notices = [
  { accountId: ACCOUNT, region: 'eu-central-1', day: '2026-03-01' },
  { accountId: ACCOUNT, region: 'us-east-1', day: '2026-03-02' },
];

describe('parseNotices', () => {
  it('returns the days of new log files from raw messages, SNS envelopes and S3 notifications', () => {
    expect(parseNotices(JSON.stringify(notification), trail)).toEqual(notices);
    expect(parseNotices(JSON.stringify({ Type: 'Notification', Message: JSON.stringify(notification) }), trail)).toEqual(notices);
    const record = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: trail.bucket }, object: { key: encodeURIComponent(key('2026/03/01')) } } };
    expect(parseNotices(JSON.stringify({ Records: [record] }), trail)).toEqual(notices.slice(0, 1));
    expect(
      parseNotices(JSON.stringify({ ...notification, s3ObjectKey: notification.s3ObjectKey.map((one) => `logs/${one}`) }), {
        ...trail,
        prefix: 'logs/',
      }),
    ).toEqual(notices);
  });

  it('returns nothing for a digest file, and null for another bucket or an unknown message', () => {
    const digest = key('2026/03/01').replace('/CloudTrail/', '/CloudTrail-Digest/');
    expect(parseNotices(JSON.stringify({ ...notification, s3ObjectKey: [digest] }), trail)).toEqual([]);
    for (const message of [
      'CloudTrail validation message.',
      '[]',
      'null',
      '{}',
      '{"Records":[null]}',
      JSON.stringify({ ...notification, s3Bucket: 'other' }),
    ])
      expect([message, parseNotices(message, trail)]).toEqual([message, null]);
  });
});

describe('stored notices', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'cam-notices-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('stay until removed, and a notice that arrives meanwhile for the same day stays', async () => {
    const store = new Notices(new FolderStorage(folder));
    await store.add([...notices, ...notices]);
    const read = await store.listFor(ACCOUNT);
    expect(read.map(({ region, day }) => `${region} ${day}`)).toEqual(['eu-central-1 2026-03-01', 'us-east-1 2026-03-02']);
    await store.add(notices.slice(1));
    await store.remove(
      ACCOUNT,
      read.map(({ name }) => name),
    );
    expect((await new Notices(new FolderStorage(folder)).listFor(ACCOUNT)).map(({ day }) => day)).toEqual(['2026-03-02']);
    expect(await store.listFor('444455556666')).toEqual([]);
  });

  it("are gapless only while the topic's queue is drained regularly, and are dropped after a gap", async () => {
    const store = new Notices(new FolderStorage(folder));
    const gaplessSince = async (time: string, topic = 'a'): Promise<string> =>
      (await store.recordDrain(topic, new Date(time))).toISOString().slice(0, 10);
    expect(await gaplessSince('2026-03-01T10:00:00Z')).toBe('2026-03-01');
    expect(await gaplessSince('2026-03-03T10:00:00Z')).toBe('2026-03-01');
    expect(await gaplessSince('2026-03-06T11:00:00Z')).toBe('2026-03-06');
    expect(await gaplessSince('2026-03-07T10:00:00Z', 'another topic')).toBe('2026-03-07');
    await store.add(notices);
    await gaplessSince('2026-03-20T10:00:00Z');
    expect(await store.listFor(ACCOUNT)).toEqual([]);
  });
});
