import { createHash } from 'node:crypto';
import { forEachOf } from '../http/limiter';
import { ProviderError } from '../http/provider-error';
import { unlessGone, type Pull } from '../pull';
import { under, type Page } from '../staging';
import type { AwsAnswer } from './answers';
import type { AwsClient, AwsInput } from './aws-client';
import type { AwsService } from './operations';
import type { RegionalList } from './regional-calls';

/** Resources of one kind at once; the client bounds the requests themselves. */
const AT_ONCE = 6;
/** Of a part of a file's name that names a resource, characters. */
const LONGEST = 150;
/** Most resources that a warning names. */
const MOST_NAMED = 5;

/** Asks one account, and writes what it answers into the files of its bundle. */
export class AccountReader {
  constructor(
    readonly client: AwsClient,
    readonly pull: Pull,
    readonly accountId: string,
    /** What to grant, a sentence. */
    readonly grant: string,
  ) {}

  /** Reads a list to its end. @param place folder of the region, with its slash; empty for what is of no region */
  list(place: string, region: string, list: RegionalList): Promise<void> {
    return this.pull.staging.list(`${place}${list.call}`, this.pages(region, list), under(list.field));
  }

  entries<T>(place: string, region: string, list: RegionalList): AsyncGenerator<T> {
    return this.pull.staging.entries<T>(`${place}${list.call}`, this.pages<T>(region, list), under(list.field));
  }

  /**
   * Does something for each of the entries. Where some of them alone are refused (a key or a bucket may keep everybody out by its own policy), the rest is
   * read and a warning names them; where all are, so is the whole.
   */
  async forEach<T>(call: string, entries: AsyncIterable<T>, subject: (entry: T) => string, read: (entry: T) => Promise<void>): Promise<void> {
    const refused: string[] = [];
    let first: ProviderError | null = null;
    let done = 0;
    await forEachOf(entries, AT_ONCE, async (entry) => {
      try {
        await unlessGone(() => read(entry));
        done += 1;
      } catch (error) {
        if (!(error instanceof ProviderError) || error.fault !== 'denied') throw error;
        first ??= error;
        refused.push(subject(entry));
      }
    });
    const why = first as ProviderError | null;
    if (why === null) return;
    if (done === 0) throw why;
    const named = refused.slice(0, MOST_NAMED).join(', ');
    const more = refused.length > MOST_NAMED ? ` and ${refused.length - MOST_NAMED} others` : '';
    this.pull.warn(call, `Of ${named}${more} this was refused, and of ${done} others not: ${why.message.replace(/\.?$/, '.')} ${this.grant}`);
  }

  /** One answer about one resource; one by which the service says that there is none leaves an empty file. */
  async detail(file: string, absent: RegExp | undefined, ask: () => Promise<AwsAnswer>): Promise<void> {
    await this.pull.staging.answerOrNothing(file, async () => {
      try {
        return await ask();
      } catch (error) {
        if (absent && error instanceof ProviderError && absent.test(error.code)) return null;
        throw error;
      }
    });
  }

  /** All pages of a short list as one answer. */
  async all(
    service: AwsService,
    region: string,
    operation: string,
    field: string,
    paging: RegionalList['paging'],
    input: AwsInput = {},
  ): Promise<AwsAnswer> {
    const found: unknown[] = [];
    const read = this.pages<unknown>(region, { service, operation, field, paging, input });
    for (let next: string | null = null, isFirst = true; isFirst || next !== null; isFirst = false) {
      const page: Page<unknown> = await read(next);
      found.push(...page.items);
      next = page.next;
    }
    return { [field]: found };
  }

  /** Reads one page of a list after another. */
  pages<T>(region: string, { service, operation, field, input = {}, paging }: Omit<RegionalList, 'call'>) {
    return async (next: string | null): Promise<Page<T>> => {
      const asked = next === null || !paging ? input : { ...input, [paging.asked]: next };
      const answer = await this.client.call(service, region, operation, asked);
      const told = paging ? answer[paging.told] : undefined;
      const items = answer[field];
      return { items: Array.isArray(items) ? (items as T[]) : [], next: typeof told === 'string' && told !== '' ? told : null };
    };
  }
}

/** The name of a file about one resource. Letters, digits, dots, dashes and underscores stay: by them the resource is found again. */
export function fileOf(call: string, subject: string): string {
  const spelled = subject.replace(/[^A-Za-z0-9._-]/g, (character) => `%${(character.codePointAt(0) ?? 0).toString(16)}`);
  const short =
    spelled.length <= LONGEST ? spelled : `${spelled.slice(0, LONGEST - 20)}-${createHash('sha256').update(subject).digest('hex').slice(0, 16)}`;
  return `${call}__${short}`;
}
