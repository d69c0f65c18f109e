import { SOURCE_IDS, type SourceCloud } from '@cam/contracts';

/** Returns the account id in the first ARNs of an AWS authorization dump; null when there is none. It reads the first 64 KiB only. */
export async function accountOfDump(file: Blob): Promise<string | null> {
  const start = await file.slice(0, 64 * 1024).text();
  return /"arn:aws[a-z-]*:iam::(\d{12}):/.exec(start)?.[1] ?? null;
}

/** Returns a sentence that says why an account id is invalid; null for a valid one. */
export function accountIdError(cloud: SourceCloud, id: string): string | null {
  const { pattern, rule } = SOURCE_IDS[cloud];
  return pattern.test(id) ? null : `${rule}.`;
}
