import { randomBytes } from 'node:crypto';
import { BackupDamaged, seal, unseal, type BackupSecret } from './sealed-stream';

const KEY: BackupSecret = { key: Buffer.alloc(32, 1) };
const BLOCK = 256 * 1024;

async function* inParts(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

const sealed = (content: Buffer, secret: BackupSecret = KEY): Promise<Buffer> => whole(seal(inParts(content, 100_000), secret));
const unsealed = (content: Buffer, secret: BackupSecret = KEY, size = 70_001): Promise<Buffer> => whole(unseal(inParts(content, size), secret));

it.each([0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK])('unseal returns the %d bytes that were sealed', async (length) => {
  const content = randomBytes(length);
  const file = await sealed(content);
  expect((await unsealed(file)).equals(content)).toBe(true);
  // A single byte may well occur in the sealed file by chance; sixteen do not.
  if (length >= 16) expect(file.includes(content.subarray(0, 16))).toBe(false);
});

it('seal never makes the same bytes twice', async () => {
  const content = Buffer.from('content');
  expect((await sealed(content)).equals(await sealed(content))).toBe(false);
});

it('unseal accepts the passphrase in any form of its letters', async () => {
  const file = await sealed(Buffer.from('content'), { passphrase: 'Zürich am See' });
  expect(String(await unsealed(file, { passphrase: 'Zu\u0308rich am See' }))).toBe('content');
});

describe('unseal refuses', () => {
  let file: Buffer;
  let start: number;
  beforeAll(async () => {
    file = await sealed(randomBytes(3 * BLOCK + 5));
    start = file.indexOf('\n') + 1;
  });
  const altered = (at: number): Buffer => Buffer.from(file.map((byte, index) => (index === at ? byte ^ 1 : byte)));
  const swapped = (): Buffer => {
    const block = BLOCK + 16;
    const [first, second] = [file.subarray(start, start + block), file.subarray(start + block, start + 2 * block)];
    return Buffer.concat([file.subarray(0, start), second, first, file.subarray(start + 2 * block)]);
  };

  it.each<[string, () => Buffer, BackupSecret, string]>([
    ['another key', () => file, { key: Buffer.alloc(32, 2) }, 'the passphrase or key is wrong'],
    ['a passphrase in place of the key', () => file, { passphrase: 'a passphrase' }, 'it was encrypted with a key file'],
    ['an altered header', () => Buffer.concat([Buffer.from('CAM-BACKUP  '), file.subarray(11)]), KEY, 'the passphrase or key is wrong'],
    ['an altered first block', () => altered(start + 7), KEY, 'the file was altered'],
    ['an altered last byte', () => altered(file.length - 1), KEY, 'altered or shortened'],
    ['blocks in another order', swapped, KEY, 'altered'],
    ['a missing end', () => file.subarray(0, start + 2 * (BLOCK + 16)), KEY, 'altered or shortened'],
    ['a missing byte', () => file.subarray(0, file.length - 1), KEY, 'altered or shortened'],
    ['a header alone', () => file.subarray(0, start), KEY, 'shorter than it was'],
    ['an empty file', () => Buffer.alloc(0), KEY, 'shorter than it was'],
    ['another file', () => Buffer.from('{}\n'), KEY, 'it is not a backup of CAM'],
    ['a long line', () => Buffer.alloc(5000, 'x'), KEY, 'it is not a backup of CAM'],
    ['a format of the future', () => Buffer.from('CAM-BACKUP {"version":2}\n'), KEY, 'a newer release'],
  ])('%s', async (_what, change, secret, words) => {
    const refused = await unsealed(change(), secret).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BackupDamaged);
    expect((refused as Error).message).toContain(words);
  });
});
