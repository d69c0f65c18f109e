import type { EventKind } from '@cam/contracts';
import { sequence } from '../src/areas/events/feed-store';
import { deleteOldFiles, keyOf, planFile } from '../src/areas/events/files';
import { saveWebhook, type WebhookRow } from '../src/areas/events/webhook-store';
import { openTestDatabase, type TestDatabase } from './support/test-database';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
}, 240_000);
afterAll(() => database.remove());

const NOW = new Date('2026-11-26T10:00:00Z');
const bucket = { endpoint: 'https://s3.example', region: 'r', bucket: 'b', prefix: 'p', path_style: true, access_key_id: 'a' };
const webhook: WebhookRow = {
  ...{ tenant_id: 'one', webhook_id: 'w', label: 'Archive', url: 'https://s3.example', bucket, kinds: ['alert.raised'], format: 'CAM' },
  ...{ secrets: Buffer.from(''), public_keys: [], state: 'ON', state_reason: '', sent_seq: 0, attempts: 0, next_at: NOW, leased_until: null },
  ...{ created_by: 'ana', created_at: NOW },
};
const write = (count: number, kind: EventKind = 'alert.raised') =>
  database.db.tenant('one', async (tx) => {
    const event = { tenant_id: 'one', kind, subject: 's', data: '{}' };
    await tx
      .insertInto('event')
      .values(Array.from({ length: count }, () => event))
      .execute();
    await sequence(tx, 'one');
  });
/** Returns the files from a position on, as the job sends them: each with its key and the positions of its events. */
async function filesAfter(position: number, on = NOW): Promise<[string, number[]][]> {
  const files: [string, number[]][] = [];
  for (let sent_seq = position; ;) {
    const file = await database.db.tenant('one', (tx) => planFile(tx, { ...webhook, sent_seq }, on));
    if (!file) return files;
    if (file.events.length > 0) files.push([keyOf(bucket, webhook, file), file.events.map(({ seq }) => seq)]);
    sent_seq = file.lastSeq;
  }
}

it('files keep their keys and events, cover 1,000 positions at most, and are never sent again without a part of their events', async () => {
  await database.db.tenant('one', (tx) => saveWebhook(tx, webhook));
  await write(3);
  const first = await filesAfter(0);
  expect(first).toEqual([['p/one/w/2026-11-26/000000000001-000000000003.ndjson', [1, 2, 3]]]);
  await write(5, 'audit.entry');
  await write(1200);
  const all = await filesAfter(3);
  expect(all.map(([key]) => key)).toEqual([
    'p/one/w/2026-11-26/000000000004-000000001003.ndjson',
    'p/one/w/2026-11-26/000000001004-000000001208.ndjson',
  ]);
  expect(all.flatMap(([, seqs]) => seqs)).toEqual(Array.from({ length: 1200 }, (_one, index) => index + 9));
  // On a later day, from the middle of a file, everything is the same.
  expect(await filesAfter(2, new Date('2026-12-20'))).toEqual([...first, ...all]);
  // Events of the first file, and some of the second one, are deleted: neither is sent again.
  await database.db.tenant('one', async (tx) => {
    await tx.deleteFrom('event').where('tenant_id', '=', 'one').where('seq', '<=', 20).execute();
    await deleteOldFiles(tx, 'one');
  });
  expect(await filesAfter(0)).toEqual(all.slice(1));
});
