import type { SourceFacts } from '../source-facts';
import type { Warning } from '../model';

/** Takes the files of a bundle one after another and recognises them by their shape, whatever they are called. */
export interface BundleReader {
  /** Keeps what can be read of a file; the rest becomes a warning with file and place. Never throws. */
  add(file: BundleFile): void;
  result(): ReadBundle;
}

export interface ReadBundle {
  /** What is wrong with the files, and which are missing. */
  warnings: Warning[];
  /**
   * Pure: the same bundle of the same time gives the same facts. Throws ImportFailure where it holds nothing usable of the account.
   * @param takenAt when the provider was asked
   */
  normalise(tenantId: string, accountId: string, takenAt: Date): SourceFacts;
}

/** One file of a bundle. `name` is shown to people and compared, never used as a path. */
export interface BundleFile {
  name: string;
  /** Null where the file was left out; `problem` says why. */
  content: Buffer | null;
  problem: string | null;
}
