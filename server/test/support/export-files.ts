import type { DemoBundle, DemoFile } from '../../demo/files';

/** The files of an export as values that a test changes. */
export class ExportFiles {
  readonly #texts = new Map<string, string>();
  readonly #values = new Map<string, unknown>();

  constructor(files: Iterable<DemoFile>) {
    for (const { path, parts } of files) this.#texts.set(path, [...parts].join(''));
  }

  /** Returns the value of a JSON file, which the caller may change. @throws if the export has no such file */
  value<T>(path: string): T {
    if (!this.#values.has(path)) {
      const text = this.#texts.get(path);
      if (text === undefined) throw new Error(`the export has no file ${path}`);
      this.#values.set(path, JSON.parse(text));
    }
    return this.#values.get(path) as T;
  }

  /** Adds a file, or replaces it. */
  set(path: string, value: unknown): void {
    this.#texts.set(path, '');
    this.#values.set(path, value);
  }

  has(path: string): boolean {
    return this.#texts.has(path);
  }

  paths(): string[] {
    return [...this.#texts.keys()];
  }

  files(): DemoFile[] {
    return [...this.#texts].map(([path, text]) => ({ path, parts: [this.#values.has(path) ? JSON.stringify(this.#values.get(path)) : text] }));
  }
}

/** Returns a bundle whose files a test changed. */
export function changedBundle(bundle: DemoBundle, change: (files: ExportFiles) => void): DemoBundle {
  return {
    ...bundle,
    files: () => {
      const files = new ExportFiles(bundle.files());
      change(files);
      return files.files();
    },
  };
}
