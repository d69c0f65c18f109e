import type { AwsAuthorizationDetails, AwsBundle } from './shapes';
import type { Warning } from '../../../engine/model';
import { InventoryReader } from './files/inventory-reader';
import { missingFile } from '../../../engine/bundle/missing-files';
import { AUTHORIZATION_LISTS, CREDENTIAL_REPORT, PAGING_FIELDS } from './fields';
import type { BundleFile } from '../../../engine/bundle/bundle-reader';
import { FieldChecker } from '../../../engine/bundle/check-fields';
import { UsageReader } from './files/usage-reader';
import { readCredentialReport } from './credential-report';
import { readJsonFile } from '../../../engine/bundle/json-file';

type ListName = keyof AwsAuthorizationDetails;
const LIST_NAMES = Object.keys(AUTHORIZATION_LISTS) as ListName[];

/** Lists that identify the response. `Policies` alone may come from an organization. */
const IAM_LISTS = LIST_NAMES.filter((name) => name !== 'Policies');

/** Maximum number of unknown files that warnings name. */
const MOST_STRANGE = 20;

export interface ReadBundle {
  bundle: AwsBundle;
  warnings: Warning[];
  /** Account ids in the ARNs of the dump, most frequent first. */
  accountIds: string[];
}

/**
 * Recognises the files of an AWS bundle by name or by shape. Each unreadable part gives a warning with file and place; the rest is imported. Pages of
 * one call may lie in several files.
 */
export class AwsBundleReader {
  readonly #inventory = new InventoryReader();
  readonly #usage = new UsageReader();
  readonly #bundle: AwsBundle = { authorization: null, credentials: null, inventory: this.#inventory.inventory, usage: this.#usage.usage };
  readonly #warnings: Warning[] = [];
  readonly #strange: string[] = [];

  add(bundleFile: BundleFile): void {
    const { name, content } = bundleFile;
    if (content && isBlank(content) && this.#inventory.addEmpty(name)) return;
    const { value, warnings } = readJsonFile(bundleFile);
    this.#warnings.push(...warnings);
    if (value === undefined) return;
    if (!isObject(value)) return this.#warn(name, '/', 'The file does not contain a JSON object, so it was left out.');
    if (IAM_LISTS.some((list) => list in value)) this.#addAuthorization(name, value);
    else if (typeof value.Content === 'string' && 'GeneratedTime' in value) this.#addCredentials(name, value);
    else if (typeof value.State === 'string' && /generate-credential-report|get-credential-report/.test(name))
      this.#warn(
        name,
        '/',
        'This file only reports that AWS is generating the credential report. Export "aws iam get-credential-report" and import it.',
      );
    else if (this.#usage.add(name, value)) return;
    else if (!this.#inventory.add(name, value)) this.#strange.push(name);
  }

  result(): ReadBundle {
    const { authorization, credentials } = this.#bundle;
    const missing = [
      ...(authorization ? [] : [missingFile('iam/get-account-authorization-details', 'users, groups, roles and policies are unknown')]),
      ...(credentials ? [] : [missingFile('iam/get-credential-report', 'multi-factor authentication, last use and age of access keys are unknown')]),
    ];
    return {
      bundle: this.#bundle,
      warnings: [...this.#warnings, ...this.#aboutStrange(), ...missing, ...this.#inventory.warnings(), ...this.#usage.warnings()],
      accountIds: accountIdsOf(this.#bundle),
    };
  }

  #aboutStrange(): Warning[] {
    const more = this.#strange.length - MOST_STRANGE;
    return [
      ...this.#strange
        .slice(0, MOST_STRANGE)
        .map((file) => ({ file, place: null, message: 'The content of this file is not supported, so it was left out.' })),
      ...(more > 0 ? [{ file: null, place: null, message: `${more} more file${more === 1 ? ' is' : 's are'} not supported.` }] : []),
    ];
  }

  #addAuthorization(file: string, value: Record<string, unknown>): void {
    const details = (this.#bundle.authorization ??= { UserDetailList: [], GroupDetailList: [], RoleDetailList: [], Policies: [] });
    const checker = new FieldChecker();
    for (const list of LIST_NAMES) {
      const entries = value[list];
      if (entries === undefined) this.#warn(file, `/${list}`, `The list ${list} is missing from the dump.`);
      else if (!Array.isArray(entries)) this.#warn(file, `/${list}`, `${list} is not a list, so it was left out.`);
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
        this.#warn(file, `/${name}`, `The field ${name} is unknown and was left out.`);
    }
    if (value.IsTruncated === true) this.#warn(file, '/IsTruncated', 'This is one page of several. Export all pages, or without --max-items.');
    this.#warnings.push(...checker.all().map((problem) => ({ file, ...problem })));
  }

  #addCredentials(file: string, value: unknown): void {
    const report = new FieldChecker().check<{ Content?: string; GeneratedTime?: string }>(value, CREDENTIAL_REPORT, '', 'report');
    const facts = readCredentialReport(report?.Content ?? '', report?.GeneratedTime);
    if (!facts) return this.#warn(file, '/Content', 'This is not a credential report (CSV in base64), so it was left out.');
    this.#bundle.credentials = facts;
  }

  #warn(file: string, place: string | null, message: string): void {
    this.#warnings.push({ file, place, message });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBlank(content: Buffer): boolean {
  return content.length < 8 && content.toString().trim() === '';
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
