/** The account that an authorization dump speaks of, read from its first ARNs; null where none is found. Only the beginning is read. */
export async function accountOfDump(file: Blob): Promise<string | null> {
  const start = await file.slice(0, 64 * 1024).text();
  return /"arn:aws[a-z-]*:iam::(\d{12}):/.exec(start)?.[1] ?? null;
}

export function accountIdError(accountId: string): string | null {
  return /^\d{12}$/.test(accountId) ? null : 'An AWS account id has 12 digits.';
}
