import { toCsv, toYaml, type Format } from './formats';

/** The output of a command: text for people, or one document for programs. Results go to stdout, progress to stderr. */
export class Output {
  constructor(readonly format: Format) {}

  /**
   * Prints the result of the command.
   * @param csv returns the result as CSV; default: the rows of the value
   */
  result(value: unknown, words: string, csv?: () => string): void {
    process.stdout.write(`${this.#text(value, words, csv)}\n`);
  }

  progress(words: string): void {
    if (this.format === 'table') process.stderr.write(`${words}\n`);
  }

  #text(value: unknown, words: string, csv: (() => string) | undefined): string {
    switch (this.format) {
      case 'json':
        return JSON.stringify(value, null, 2);
      case 'yaml':
        return toYaml(value);
      case 'csv':
        return csv ? csv() : toCsv(value);
      case 'table':
        return words;
    }
  }
}
