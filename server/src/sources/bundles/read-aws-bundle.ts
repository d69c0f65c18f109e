import type { AwsAuthorizationDetails, AwsBundle } from '../../graph/normalise/aws-shapes';
import type { Warning } from '../../graph/model';
import { AUTHORIZATION_LISTS, BUCKET, CREDENTIAL_REPORT, PAGING_FIELDS } from './aws-fields';
import type { BundleFile } from './bundle-files';
import { FieldChecker } from './check-fields';
import { readCredentialReport } from './credential-report';
import { decodeText } from './decode-text';
import { findJsonFault } from './json-fault';

type ListName = keyof AwsAuthorizationDetails;
const LIST_NAMES = Object.keys(AUTHORIZATION_LISTS) as ListName[];

/** What this release reads of an AWS bundle, and what is not known without it. */
const EXPECTED = [
  { file: 's3/list-buckets', has: ({ buckets }: AwsBundle) => buckets !== null, without: 'only buckets that a policy names are known' },
  {
    file: 'iam/get-credential-report',
    has: ({ credentials }: AwsBundle) => credentials !== null,
    without: 'second factors, the last use and the age of access keys are not known',
  },
];

export interface ReadBundle {
  bundle: AwsBundle;
  warnings: Warning[];
  /** Account ids that the ARNs of the dump name, most frequent first. */
  accountIds: string[];
}

/**
 * Recognises the files of an AWS bundle by their shape, whatever they are called. What cannot be read is a warning with file and
 * place; the rest goes in. Pages of one call may stand in several files.
 */
export class AwsBundleReader {
  readonly #bundle: AwsBundle = { authorization: null, buckets: null, credentials: null };
  readonly #warnings: Warning[] = [];

  add(file: BundleFile): void {
    const value = this.#parse(file);
    if (!value) return;
    if (LIST_NAMES.some((list) => list in value)) this.#addAuthorization(file.name, value);
    else if ('Buckets' in value) this.#addBuckets(file.name, value.Buckets);
    else if (typeof value.Content === 'string' && 'GeneratedTime' in value) this.#addCredentials(file.name, value);
    else this.#warn(file.name, null, 'This file is of no kind that is evaluated and was left out.');
  }

  result(): ReadBundle {
    const missing = EXPECTED.filter(({ has }) => !has(this.#bundle)).map(({ file, without }) => ({
      file,
      place: null,
      message: `The bundle has no ${file}: ${without}.`,
    }));
    return { bundle: this.#bundle, warnings: [...this.#warnings, ...missing], accountIds: accountIdsOf(this.#bundle) };
  }

  #addAuthorization(file: string, value: Record<string, unknown>): void {
    const details = (this.#bundle.authorization ??= { UserDetailList: [], GroupDetailList: [], RoleDetailList: [], Policies: [] });
    const checker = new FieldChecker();
    for (const list of LIST_NAMES) {
      const entries = value[list];
      if (entries === undefined) this.#warn(file, `/${list}`, `The list ${list} is missing from the dump.`);
      else if (!Array.isArray(entries)) this.#warn(file, `/${list}`, `${list} should be a list and was left out.`);
      else {
        entries.forEach((entry, index) => {
          const place = `/${list}/${index}`;
          const checked = checker.check<Record<string, unknown>>(entry, AUTHORIZATION_LISTS[list], place, list);
          if (checked) (details[list] as unknown[]).push(Object.assign(checked, { origin: { file, place } }));
        });
      }
    }
    for (const name of Object.keys(value)) {
      if (!LIST_NAMES.includes(name as ListName) && !PAGING_FIELDS.includes(name))
        this.#warn(file, `/${name}`, `The field ${name} is not known and was left out.`);
    }
    if (value.IsTruncated === true) this.#warn(file, '/IsTruncated', 'This is one page of several. Export all pages, or without --max-items.');
    this.#warnings.push(...checker.all().map((problem) => ({ file, ...problem })));
  }

  #addBuckets(file: string, entries: unknown): void {
    const buckets = (this.#bundle.buckets ??= []);
    if (!Array.isArray(entries)) return this.#warn(file, '/Buckets', 'Buckets should be a list and was left out.');
    const checker = new FieldChecker();
    entries.forEach((entry, index) => {
      const bucket = checker.check<{ Name?: string }>(entry, BUCKET, `/Buckets/${index}`, 'Buckets');
      if (bucket) buckets.push(bucket);
    });
    this.#warnings.push(...checker.all().map((problem) => ({ file, ...problem })));
  }

  #addCredentials(file: string, value: unknown): void {
    const report = new FieldChecker().check<{ Content?: string; GeneratedTime?: string }>(value, CREDENTIAL_REPORT, '', 'report');
    const facts = readCredentialReport(report?.Content ?? '', report?.GeneratedTime);
    if (!facts) return this.#warn(file, '/Content', 'This should be the credential report as base64 of CSV; it was left out.');
    this.#bundle.credentials = facts;
  }

  #parse({ name, content, problem }: BundleFile): Record<string, unknown> | null {
    if (!content) {
      this.#warn(name, null, problem ?? 'The file could not be read and was left out.');
      return null;
    }
    const { text, invalidAt } = decodeText(content);
    if (invalidAt !== null) this.#warn(name, `byte ${invalidAt}`, 'The file is not valid UTF-8 here. What could not be read is shown as \uFFFD.');
    try {
      const value = JSON.parse(text) as unknown;
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
      this.#warn(name, '/', 'The file should hold a JSON object and was left out.');
    } catch {
      const { index, cutOff } = findJsonFault(text) ?? { index: 0, cutOff: false };
      const place = `byte ${cutOff ? content.length : Buffer.byteLength(text.slice(0, index))}`;
      this.#warn(
        name,
        place,
        cutOff
          ? 'The JSON is cut off here. The file was left out: export it again.'
          : 'The JSON is not valid here. The file was left out: export it again.',
      );
    }
    return null;
  }

  #warn(file: string, place: string | null, message: string): void {
    this.#warnings.push({ file, place, message });
  }
}

function accountIdsOf({ authorization }: AwsBundle): string[] {
  const { UserDetailList: users = [], RoleDetailList: roles = [], GroupDetailList: groups = [], Policies: policies = [] } = authorization ?? {};
  const counts = new Map<string, number>();
  for (const { Arn: arn } of [...users, ...roles, ...groups, ...policies]) {
    const account = arn?.split(':')[4] ?? '';
    if (/^\d{12}$/.test(account)) counts.set(account, (counts.get(account) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([account]) => account);
}
