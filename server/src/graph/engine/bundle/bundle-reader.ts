import type { BundleEdit } from './bundle-edit';
import type { SourceFacts } from '../source-facts';
import type { Warning } from '../model';

/** A reader of bundles. It takes files one after another and recognises them by shape, whatever their names. */
export interface BundleReader {
  /** Reads a file. Unreadable parts become warnings with file and place. It never throws. */
  add(file: BundleFile): void;
  result(): ReadBundle;
}

export interface ReadBundle {
  /** The faults of the files, and the missing files. */
  warnings: Warning[];
  /**
   * Returns the facts of the bundle. The function is pure: equal bundles of the same time give equal facts.
   * @param takenAt time of the export
   * @param edits changes to make to the bundle first; none by default
   * @throws ImportFailure where the bundle contains nothing usable about the account, or an edit cannot be made
   */
  normalise(tenantId: string, accountId: string, takenAt: Date, edits?: readonly BundleEdit[]): SourceFacts;
}

/** One file of a bundle. `name` is displayed and compared, never used as a path. */
export interface BundleFile {
  name: string;
  /** Null where the file was left out; `problem` states the reason. */
  content: Buffer | null;
  problem: string | null;
}
