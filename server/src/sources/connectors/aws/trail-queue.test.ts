import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Notices } from '../notices';
import { parseNotices } from './trail-queue';

const trail = { bucket: 'organization-trail', prefix: '' };
const ACCOUNT = '111122223333';
const key = (day: string, region = 'eu-central-1'): string =>
  `AWSLogs/o-abcdefghij/${ACCOUNT}/CloudTrail/${region}/${day}/${ACCOUNT}_CloudTrail_${region}_20260302T0005Z_abc.json.gz`;
const told = { s3Bucket: 'organization-trail', s3ObjectKey: [key('2026/03/01'), key('2026/03/02', 'us-east-1')] };
const notices = [
  { accountId: ACCOUNT, region: 'eu-central-1', day: '2026-03-01' },
  { accountId: ACCOUNT, region: 'us-east-1', day: '2026-03-02' },
];

describe('a message of a queue', () => {
  it('tells the days of new files: raw, as SNS wraps it, and as S3 itself notifies', () => {
    expect(parseNotices(JSON.stringify(told), trail)).toEqual(notices);
    expect(parseNotices(JSON.stringify({ Type: 'Notification', Message: JSON.stringify(told) }), trail)).toEqual(notices);
    const record = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: trail.bucket }, object: { key: encodeURIComponent(key('2026/03/01')) } } };
    expect(parseNotices(JSON.stringify({ Records: [record] }), trail)).toEqual(notices.slice(0, 1));
    expect(
      parseNotices(JSON.stringify({ ...told, s3ObjectKey: told.s3ObjectKey.map((one) => `logs/${one}`) }), { ...trail, prefix: 'logs/' }),
    ).toEqual(notices);
  });

  it('tells nothing by a digest, and is not ours where it is of another bucket or no notification at all', () => {
    const digest = key('2026/03/01').replace('/CloudTrail/', '/CloudTrail-Digest/');
    expect(parseNotices(JSON.stringify({ ...told, s3ObjectKey: [digest] }), trail)).toEqual([]);
    for (const strange of [
      'CloudTrail validation message.',
      '[]',
      'null',
      '{}',
      '{"Records":[null]}',
      JSON.stringify({ ...told, s3Bucket: 'other' }),
    ])
      expect([strange, parseNotices(strange, trail)]).toEqual([strange, null]);
  });
});

describe('notices that are written down', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'cam-notices-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('stay until they are settled, and what is told meanwhile of the same day stays longer', async () => {
    const kept = new Notices(folder);
    await kept.add([...notices, ...notices]);
    const read = await kept.listFor(ACCOUNT);
    expect(read.map(({ region, day }) => `${region} ${day}`)).toEqual(['eu-central-1 2026-03-01', 'us-east-1 2026-03-02']);
    await kept.add(notices.slice(1));
    await kept.remove(
      ACCOUNT,
      read.map(({ name }) => name),
    );
    expect((await new Notices(folder).listFor(ACCOUNT)).map(({ day }) => day)).toEqual(['2026-03-02']);
    expect(await kept.listFor('444455556666')).toEqual([]);
  });

  it('are all there are as long as somebody listens, and only from then on again', async () => {
    const kept = new Notices(folder);
    const heard = async (time: string, topic = 'a'): Promise<string> => (await kept.recordDrain(topic, new Date(time))).toISOString().slice(0, 10);
    expect(await heard('2026-03-01T10:00:00Z')).toBe('2026-03-01');
    expect(await heard('2026-03-03T10:00:00Z')).toBe('2026-03-01');
    expect(await heard('2026-03-06T11:00:00Z')).toBe('2026-03-06');
    expect(await heard('2026-03-07T10:00:00Z', 'another topic')).toBe('2026-03-07');
    await kept.add(notices);
    await heard('2026-03-20T10:00:00Z');
    expect(await kept.listFor(ACCOUNT)).toEqual([]);
  });
});
