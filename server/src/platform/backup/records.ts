import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { BackupDamaged } from './sealed-stream';

/** The start of an entry of a backup: of the whole, of a table or of a file; `end` closes the backup. */
export type EntryStart =
  | {
      entry: 'backup';
      /** ISO 8601 in UTC. */
      createdAt: string;
      database: 'embedded' | 'postgres';
      /** Names of the migrations that the schema has. */
      migrations: string[];
      /** Version of the schema of the job queue; null: the database has no queue yet. */
      queueVersion: number | null;
    }
  | { entry: 'table'; schema: string; name: string; columns: string[] }
  /** Last values of sequences by name. */
  | { entry: 'sequences'; values: Record<string, string> }
  | { entry: 'file'; path: string; mode: number }
  | { entry: 'end'; rows: number; files: number };

/** A record of a backup: the start of an entry, or a part of its content. */
export type BackupRecord = { start: EntryStart } | { part: Buffer };

const START = 1;
const PART = 2;
const PREFIX = 5;

/** Writes the records of a backup. */
export class RecordWriter {
  /** @param failed rejects when what follows the sink fails */
  constructor(
    private readonly sink: Writable,
    private readonly failed: Promise<never>,
  ) {}

  start(start: EntryStart): Promise<void> {
    return this.#write(START, Buffer.from(JSON.stringify(start)));
  }

  part(part: Buffer): Promise<void> {
    return this.#write(PART, part);
  }

  async #write(type: number, content: Buffer): Promise<void> {
    const prefix = Buffer.alloc(PREFIX);
    prefix.writeUInt8(type);
    prefix.writeUInt32BE(content.length, 1);
    this.sink.write(prefix);
    if (!this.sink.write(content)) await Promise.race([once(this.sink, 'drain'), this.failed]);
  }
}

/** Reads the records of a backup. */
export async function* readRecords(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let parts: Buffer[] = [];
  let held = 0;
  let needed = PREFIX;
  for await (const part of source) {
    parts.push(part);
    held += part.length;
    while (held >= needed) {
      const all: Buffer = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      const length = all.readUInt32BE(1);
      needed = PREFIX + length;
      parts = [all];
      if (held < needed) break;
      const content = all.subarray(PREFIX, needed);
      yield all.readUInt8(0) === START ? { start: JSON.parse(content.toString()) as EntryStart } : { part: content };
      parts = [all.subarray(needed)];
      held -= needed;
      needed = PREFIX;
    }
  }
  if (held > 0) throw new BackupDamaged('it ends inside a record');
}
