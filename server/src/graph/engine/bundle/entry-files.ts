import type { Warning } from '../model';
import type { BundleFile } from './bundle-reader';
import { FieldChecker, type FieldTypes } from './check-fields';
import { readJsonFile } from './json-file';
import { missingFile } from './missing-files';

/** An entry of a list that a provider printed, with where it stood. */
export interface BundleEntry {
  fields: Record<string, unknown>;
  file: string;
  /** JSON pointer. */
  place: string;
}

/** What the files of a bundle may hold, by the name of the file. */
export interface EntryKind {
  /** Fields of an entry, or `any` where it is taken as it comes. */
  fields: FieldTypes | 'any';
  /** Whether an entry is of this kind, where the name of its file does not tell. */
  looksLike: (entry: Record<string, unknown>) => boolean;
  /** What is not known without it; absent: nothing that would be missed in every account. */
  without?: string;
  /** A field of its own that an answer has its list under. */
  at?: string;
}

/** Under which name providers put the list of an answer. */
const LISTS = ['value', 'data', 'results', 'items', 'roles', 'policies', 'entries', 'bindings'];

/**
 * Reads bundles whose files are lists of entries, as `az` and `gcloud` print them: a list by itself, or in an object with the rest of the
 * answer. Files are told by their name, else by their first entry. What cannot be read is a warning; the rest goes in.
 */
export class EntryReader<Kind extends string> {
  readonly #entries = new Map<Kind, BundleEntry[]>();
  readonly #files = new Map<Kind, string[]>();
  readonly #warnings: Warning[] = [];

  /** @param foldersTell files about one thing each are named by it and stand in a folder of their kind: `group-members/GROUP.json` */
  constructor(
    private readonly kinds: Readonly<Record<Kind, EntryKind>>,
    private readonly foldersTell = false,
  ) {}

  add(bundleFile: BundleFile): void {
    const { value, warnings } = readJsonFile(bundleFile);
    this.#warnings.push(...warnings);
    if (value === undefined) return;
    const file = bundleFile.name;
    const named = this.#kindByName(file);
    const { list, place } = listOf(value, named === null ? undefined : this.kinds[named].at);
    const kind = named ?? this.#kindByShape(list);
    if (kind === null)
      return void this.#warnings.push({ file, place: null, message: 'The content of this file is not supported, so it was left out.' });
    const entries = this.#entries.get(kind) ?? [];
    this.#entries.set(kind, entries);
    this.#files.set(kind, [...(this.#files.get(kind) ?? []), file]);
    this.#check(kind, list, file, place, entries);
    const more = isFields(value) ? (value.nextLink ?? value['@odata.nextLink'] ?? value.skip_token ?? value.nextPageToken) : undefined;
    if (typeof more === 'string' && more !== '') this.#warnings.push({ file, place: '/', message: 'This is one page of several. Export all pages.' });
  }

  /** Entries of a kind; null where no file of the bundle holds any list of it. */
  of(kind: Kind): BundleEntry[] | null {
    return this.#entries.get(kind) ?? null;
  }

  /** Names of the files of a kind, those without an entry included. */
  filesOf(kind: Kind): readonly string[] {
    return this.#files.get(kind) ?? [];
  }

  /** Also about the files that the bundle does not have. */
  warnings(): Warning[] {
    const missing = (Object.keys(this.kinds) as Kind[]).flatMap((kind) => {
      const { without } = this.kinds[kind];
      return without === undefined || this.#entries.has(kind) ? [] : [missingFile(kind, without)];
    });
    return [...this.#warnings, ...missing];
  }

  #check(kind: Kind, list: readonly unknown[], file: string, place: string, entries: BundleEntry[]): void {
    const { fields } = this.kinds[kind];
    const checker = new FieldChecker();
    list.forEach((entry, index) => {
      const at = `${place}/${index}`;
      const checked = checker.check<Record<string, unknown>>(entry, fields === 'any' ? {} : fields, at, kind);
      if (checked) entries.push({ fields: fields === 'any' ? (entry as Record<string, unknown>) : checked, file, place: at });
    });
    const problems = fields === 'any' ? checker.problems : checker.all();
    this.#warnings.push(...problems.map((problem) => ({ file, ...problem })));
  }

  /** `resources`, `azure/resources.json` and `resources-2.json` are all resources; where folders tell, `resources/web.json` as well. */
  #kindByName(file: string): Kind | null {
    const kinds = new Set<string>(Object.keys(this.kinds));
    const names = file.toLowerCase().replace(/_/g, '-').split('/').reverse();
    const telling = this.foldersTell ? names : names.slice(0, 1);
    const found = telling.map((name) => name.replace(/\.json$/, '').replace(/[-.]?\d+$/, '')).find((name) => kinds.has(name));
    return (found as Kind | undefined) ?? null;
  }

  #kindByShape(list: readonly unknown[]): Kind | null {
    const first = list.find(isFields);
    if (!first) return null;
    return (Object.keys(this.kinds) as Kind[]).find((kind) => this.kinds[kind].looksLike(first)) ?? null;
  }
}

/** @param own field of the kind of file */
function listOf(value: unknown, own?: string): { list: unknown[]; place: string } {
  if (Array.isArray(value)) return { list: value, place: '' };
  if (!isFields(value)) return { list: [value], place: '' };
  for (const name of own === undefined ? LISTS : [own, ...LISTS])
    if (Array.isArray(value[name])) return { list: value[name] as unknown[], place: `/${name}` };
  return { list: [value], place: '' };
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
