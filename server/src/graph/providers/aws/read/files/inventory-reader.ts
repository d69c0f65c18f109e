import { AwsInventory, type AwsCall, type AwsCallShapes, type AwsEntryOf } from '../inventory';
import type { Warning } from '../../../../engine/model';
import { NEXT_PAGE_FIELDS, PAGING_FIELDS } from '../fields';
import { FieldChecker } from '../../../../engine/bundle/check-fields';
import { AWS_CALLS, AWS_FILES } from './account-files';
import type { AwsFileKind } from './file-kind';
import { callOfFile, type NamedCall } from './file-name';
import { missingFile } from '../../../../engine/bundle/missing-files';

type Answer = Readonly<Record<string, unknown>>;

/** Reads all responses of a bundle except IAM's. */
export class InventoryReader {
  readonly inventory = new AwsInventory();
  readonly #warnings: Warning[] = [];

  /** @returns false where the file is of no supported kind */
  add(file: string, answer: Answer): boolean {
    const named = callOfFile(file);
    if (named && fits(AWS_FILES[named.call], answer)) {
      this.#read(file, answer, named);
      return true;
    }
    const call = AWS_CALLS.find((one) => looksLike(AWS_FILES[one], answer));
    if (call) this.#read(file, answer, { region: named?.region ?? '', subject: '', call });
    else if (named) {
      const { at, command, fields } = AWS_FILES[named.call];
      const expected = at ?? Object.keys(fields)[0];
      this.#warnings.push({ file, place: '/', message: `This file has no "${expected}", which "${command}" prints, so it was left out.` });
    }
    return call !== undefined || named !== null;
  }

  /** Handles an empty file: the AWS CLI prints nothing for some empty lists. @returns whether the file name identifies the call */
  addEmpty(file: string): boolean {
    const named = callOfFile(file);
    if (named) this.inventory.add(named.call, []);
    return named !== null;
  }

  /** Returns the warnings, including those about responses that the bundle lacks. */
  warnings(): Warning[] {
    const missing = AWS_CALLS.flatMap((call): Warning[] => {
      const { without, per } = AWS_FILES[call];
      const hasNoSubjects = per !== undefined && this.inventory.of(per).every(({ fields }) => isEmptyList(fields));
      return without === undefined || hasNoSubjects || this.inventory.has(call) ? [] : [missingFile(call, without)];
    });
    return [...this.#warnings, ...missing];
  }

  #read(file: string, answer: Answer, { call, region, subject }: NamedCall): void {
    const { at, fields, beside = [] } = AWS_FILES[call];
    const checker = new FieldChecker();
    const entries: AwsEntryOf<AwsCallShapes[AwsCall]>[] = [];
    const name = call.slice(call.indexOf('/') + 1);
    const take = (value: unknown, place: string): void => {
      const checked = checker.check<AwsCallShapes[AwsCall]>(value, fields, place, at ?? name);
      if (checked) entries.push({ fields: checked, origin: { file, place }, region, subject });
    };
    const held = at === null ? withoutPaging(answer) : answer[at];
    if (Array.isArray(held)) held.forEach((value, index) => take(value, `/${at}/${index}`));
    else take(held, at === null ? '' : `/${at}`);
    this.inventory.add(call, entries);
    const known = at === null ? Object.keys(answer) : [at, ...PAGING_FIELDS, ...beside];
    for (const field of Object.keys(answer)) {
      if (!known.includes(field)) this.#warn(file, `/${field}`, `The field ${field} is unknown and was left out.`);
    }
    const next = NEXT_PAGE_FIELDS.find((field) => typeof answer[field] === 'string' && answer[field] !== '');
    if (next !== undefined && answer.IsTruncated !== false && answer.Truncated !== false)
      this.#warn(file, `/${next}`, 'This is one page of several. Export all pages, or without --max-items.');
    this.#warnings.push(...checker.all().map((problem) => ({ file, ...problem })));
  }

  #warn(file: string, place: string, message: string): void {
    this.#warnings.push({ file, place, message });
  }
}

/** For calls that return a list of names, the response is the entry. */
function isEmptyList(entry: object): boolean {
  return Object.values(entry).every((value) => Array.isArray(value) && value.length === 0);
}

function fits({ at, fields }: AwsFileKind, answer: Answer): boolean {
  return at === null ? Object.keys(fields).some((name) => Object.hasOwn(answer, name)) : Object.hasOwn(answer, at);
}

function looksLike({ at, looksLike: test }: AwsFileKind, answer: Answer): boolean {
  return test ? test(answer) : at !== null && Object.hasOwn(answer, at);
}

function withoutPaging(answer: Answer): Answer {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !PAGING_FIELDS.includes(name)));
}
