/** The output of a command: text for people, or one JSON document for programs. Results go to stdout, progress to stderr. */
export class Output {
  constructor(readonly json: boolean) {}

  /** Prints the result of the command. */
  result(value: unknown, words: string): void {
    process.stdout.write(`${this.json ? JSON.stringify(value, null, 2) : words}\n`);
  }

  progress(words: string): void {
    if (!this.json) process.stderr.write(`${words}\n`);
  }
}
