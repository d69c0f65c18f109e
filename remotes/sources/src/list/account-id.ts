import { SOURCE_IDS, type SourceCloud } from '@cam/contracts';

/** The account that an authorization dump of AWS speaks of, read from its first ARNs; null where none is found. Only the beginning is read. */
export async function accountOfDump(file: Blob): Promise<string | null> {
  const start = await file.slice(0, 64 * 1024).text();
  return /"arn:aws[a-z-]*:iam::(\d{12}):/.exec(start)?.[1] ?? null;
}

/** What is wrong with the id of a source, as a sentence; null for one that the provider could have given. */
export function accountIdError(cloud: SourceCloud, id: string): string | null {
  const { pattern, rule } = SOURCE_IDS[cloud];
  return pattern.test(id) ? null : `${rule}.`;
}
