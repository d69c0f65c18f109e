import type { Warning } from '../model';
import type { BundleFile } from './bundle-reader';
import { FieldChecker, type FieldTypes } from './check-fields';
import { readJsonFile } from './json-file';
import { missingFile } from './missing-files';

/** An entry of a list in a provider's response, with its place in the bundle. */
export interface BundleEntry {
  fields: Record<string, unknown>;
  file: string;
  /** JSON pointer. */
  place: string;
}

/** The supported kinds of files in a bundle, by file name. */
export interface EntryKind {
  /** Fields of an entry, or `any` without a check. */
  fields: FieldTypes | 'any';
  /** Reports whether an entry is of this kind, for files with other names. */
  looksLike: (entry: Record<string, unknown>) => boolean;
  /** The data that stays unknown without it. Absent where most accounts do not need the file. */
  without?: string;
  /** Response field that contains the list, where it differs from the usual ones. */
  at?: string;
}

/** Response fields that providers use for the list. */
const LISTS = ['value', 'data', 'results', 'items', 'roles', 'policies', 'entries', 'bindings'];

/**
 * Reads bundles whose files are lists of entries, as `az` and `gcloud` print them, alone or in an object. The file name or the first entry identifies
 * the kind. Unreadable parts become warnings; the rest is imported.
 */
export class EntryReader<Kind extends string> {
  readonly #entries = new Map<Kind, BundleEntry[]>();
  readonly #files = new Map<Kind, string[]>();
  readonly #warnings: Warning[] = [];

  /** @param foldersIdentify files may carry the name of their subject in a folder of their kind: `group-members/GROUP.json` */
  constructor(
    private readonly kinds: Readonly<Record<Kind, EntryKind>>,
    private readonly foldersIdentify = false,
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

  /** Returns the entries of a kind; null where no file contains a list of it. */
  of(kind: Kind): BundleEntry[] | null {
    return this.#entries.get(kind) ?? null;
  }

  /** Returns the names of the files of a kind, including empty ones. */
  filesOf(kind: Kind): readonly string[] {
    return this.#files.get(kind) ?? [];
  }

  /** Returns the warnings, including those about missing files. */
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

  /**
   * Returns the kind of a file name: `resources`, `azure/resources.json` and `resources-2.json` are all resources. If folders identify kinds, so is
   * `resources/web.json`.
   */
  #kindByName(file: string): Kind | null {
    const kinds = new Set<string>(Object.keys(this.kinds));
    const names = file.toLowerCase().replace(/_/g, '-').split('/').reverse();
    const identifying = this.foldersIdentify ? names : names.slice(0, 1);
    const found = identifying.map((name) => name.replace(/\.json$/, '').replace(/[-.]?\d+$/, '')).find((name) => kinds.has(name));
    return (found as Kind | undefined) ?? null;
  }

  #kindByShape(list: readonly unknown[]): Kind | null {
    const first = list.find(isFields);
    if (!first) return null;
    return (Object.keys(this.kinds) as Kind[]).find((kind) => this.kinds[kind].looksLike(first)) ?? null;
  }
}

/** @param own list field of the file kind */
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
