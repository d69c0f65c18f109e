import type { AwsAuthorizationDetails, AwsBucket, AwsBundle } from '../../graph/normalise/aws-shapes';
import type { Warning } from '../../graph/model';
import type { BundleFile } from './bundle-files';

/** Lists that a dump of the account's authorization holds. */
const LISTS = ['UserDetailList', 'GroupDetailList', 'RoleDetailList', 'Policies'] as const;

export interface ReadBundle {
  bundle: AwsBundle;
  warnings: Warning[];
  /** Account ids that the ARNs of the dump name, most frequent first. */
  accountIds: string[];
}

/** Recognises the files of an AWS bundle by name or by shape. What cannot be read is a warning with file and place; the rest goes in. */
export function readAwsBundle(files: readonly BundleFile[]): ReadBundle {
  const warnings: Warning[] = [];
  const details: AwsAuthorizationDetails = { UserDetailList: [], GroupDetailList: [], RoleDetailList: [], Policies: [] };
  let authorizationFile: string | null = null;
  const buckets: AwsBucket[] = [];
  for (const { name, text } of files) {
    const value = parse(name, text, warnings);
    if (value === null) continue;
    if (LISTS.some((list) => list in value)) {
      authorizationFile ??= name;
      for (const list of LISTS) {
        const entries = value[list];
        if (entries === undefined) warnings.push({ file: name, place: `/${list}`, message: `The list ${list} is missing from the dump.` });
        else if (!Array.isArray(entries)) warnings.push({ file: name, place: `/${list}`, message: `${list} should be a list and was left out.` });
        else (details[list] as unknown[]).push(...entries.filter((entry, index) => isObject(entry, name, `/${list}/${index}`, warnings)));
      }
    } else if (Array.isArray(value.Buckets)) buckets.push(...(value.Buckets as AwsBucket[]));
    else warnings.push({ file: name, place: null, message: 'This file is of no kind that is known and was left out.' });
  }
  return {
    bundle: { authorization: authorizationFile ? { file: authorizationFile, details } : null, buckets },
    warnings,
    accountIds: accountIdsOf(details),
  };
}

function parse(file: string, text: string, warnings: Warning[]): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    warnings.push({ file, place: '/', message: 'The file should hold a JSON object and was left out.' });
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    warnings.push({
      file,
      place: position ? `byte ${position}` : `byte ${text.length}`,
      message: 'The file is not valid JSON, or it is cut off, and was left out. Export it again.',
    });
  }
  return null;
}

function isObject(entry: unknown, file: string, place: string, warnings: Warning[]): boolean {
  if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) return true;
  warnings.push({ file, place, message: 'This entry is not an object and was left out.' });
  return false;
}

function accountIdsOf({ UserDetailList: users, RoleDetailList: roles, GroupDetailList: groups }: AwsAuthorizationDetails): string[] {
  const counts = new Map<string, number>();
  for (const { Arn: arn } of [...users, ...roles, ...groups]) {
    const account = typeof arn === 'string' ? arn.split(':')[4] : undefined;
    if (account) counts.set(account, (counts.get(account) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([account]) => account);
}
