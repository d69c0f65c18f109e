import { createHash } from 'node:crypto';
import { forEachOf } from '../../../platform/async/limiter';
import { ProviderError } from '../http/provider-error';
import { unlessGone, type Pull } from '../pull';
import { inField, type Page } from '../staging';
import type { AwsResponse } from './responses';
import type { AwsClient, AwsInput } from './aws-client';
import type { AwsService } from './operations';
import type { RegionalList } from './regional-calls';

/** Resources of one kind to read in parallel. The client bounds the requests themselves. */
const AT_ONCE = 6;
/** Longest part of a file name that names a resource, characters. */
const LONGEST = 150;
/** Most resources named in one warning. */
const MOST_NAMED = 5;

/** Reads one account and writes the responses into the files of its bundle. */
export class AccountReader {
  constructor(
    readonly client: AwsClient,
    readonly pull: Pull,
    readonly accountId: string,
    /** The permission to grant, as one sentence. */
    readonly grant: string,
  ) {}

  /** Reads a complete list. @param place folder of the region with its slash; empty for global data */
  list(place: string, region: string, list: RegionalList): Promise<void> {
    return this.pull.staging.list(`${place}${list.call}`, this.pages(region, list), inField(list.field));
  }

  entries<T>(place: string, region: string, list: RegionalList): AsyncGenerator<T> {
    return this.pull.staging.entries<T>(`${place}${list.call}`, this.pages<T>(region, list), inField(list.field));
  }

  /**
   * Reads each entry of a list. If only some entries are denied (a key or a bucket can shut everyone out by its own policy), the others are read
   * and a warning names the denied ones. If all are denied, throws the first error.
   */
  async forEach<T>(call: string, entries: AsyncIterable<T>, subject: (entry: T) => string, read: (entry: T) => Promise<void>): Promise<void> {
    const denied: string[] = [];
    let first: ProviderError | null = null;
    let done = 0;
    await forEachOf(entries, AT_ONCE, async (entry) => {
      try {
        await unlessGone(() => read(entry));
        done += 1;
      } catch (error) {
        if (!(error instanceof ProviderError) || error.fault !== 'denied') throw error;
        first ??= error;
        denied.push(subject(entry));
      }
    });
    const why = first as ProviderError | null;
    if (why === null) return;
    if (done === 0) throw why;
    const named = denied.slice(0, MOST_NAMED).join(', ');
    const more = denied.length > MOST_NAMED ? ` and ${denied.length - MOST_NAMED} others` : '';
    this.pull.warn(call, `${named}${more} could not be read, although ${done} others could: ${why.message.replace(/\.?$/, '.')} ${this.grant}`);
  }

  /** Stages one response about one resource. A response that says there is none leaves an empty file. @param absent error codes for "there is none" */
  async detail(file: string, absent: RegExp | undefined, ask: () => Promise<AwsResponse>): Promise<void> {
    await this.pull.staging.optionalResponse(file, async () => {
      try {
        return await ask();
      } catch (error) {
        if (absent && error instanceof ProviderError && absent.test(error.code)) return null;
        throw error;
      }
    });
  }

  /** Returns all pages of a short list as one response. */
  async all(
    service: AwsService,
    region: string,
    operation: string,
    field: string,
    paging: RegionalList['paging'],
    input: AwsInput = {},
  ): Promise<AwsResponse> {
    const found: unknown[] = [];
    const read = this.pages<unknown>(region, { service, operation, field, paging, input });
    for (let next: string | null = null, isFirst = true; isFirst || next !== null; isFirst = false) {
      const page: Page<unknown> = await read(next);
      found.push(...page.items);
      next = page.next;
    }
    return { [field]: found };
  }

  /** Returns a function that reads one page of a list. */
  pages<T>(region: string, { service, operation, field, input = {}, paging }: Omit<RegionalList, 'call'>) {
    return async (next: string | null): Promise<Page<T>> => {
      const request = next === null || !paging ? input : { ...input, [paging.request]: next };
      const answer = await this.client.call(service, region, operation, request);
      const token = paging ? answer[paging.response] : undefined;
      const items = answer[field];
      return { items: Array.isArray(items) ? (items as T[]) : [], next: typeof token === 'string' && token !== '' ? token : null };
    };
  }
}

/** Returns the name of the file about one resource. Letters, digits, dots, dashes and underscores stay, because importers match resources by them. */
export function fileOf(call: string, subject: string): string {
  const spelled = subject.replace(/[^A-Za-z0-9._-]/g, (character) => `%${(character.codePointAt(0) ?? 0).toString(16)}`);
  const short =
    spelled.length <= LONGEST ? spelled : `${spelled.slice(0, LONGEST - 20)}-${createHash('sha256').update(subject).digest('hex').slice(0, 16)}`;
  return `${call}__${short}`;
}
