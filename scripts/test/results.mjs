import { stripVTControlCharacters } from 'node:util';

/** How many of the slowest test files the summary names. */
const SLOWEST = 10;
/** How many failed tests the summary names. */
const MOST_FAILURES = 20;
/** How many lines of a failed test's message the summary repeats. */
const LINES_OF_MESSAGE = 6;

/** The outcomes of the steps of one run. A step that was announced and never ended counts as a failure. */
export class Results {
  #results = [];

  /**
   * Runs one step and keeps its result. A step that throws is one failure.
   * @param run returns `{ name, passed, failed, skipped, files }`, and `failures` (`{ test, message }`) where it knows the tests that failed
   */
  async step(title, run) {
    console.log(`\n== ${title}`);
    const started = Date.now();
    const at = this.#results.push({ name: `${title} (not ended)`, passed: 0, failed: 1, skipped: 0, files: [], seconds: 0 }) - 1;
    const result = await run().catch((error) => {
      console.error(error);
      return { name: title, passed: 0, failed: 1, skipped: 0, files: [] };
    });
    this.#results[at] = { ...result, seconds: Math.round((Date.now() - started) / 1000) };
    return result;
  }

  /** Notes a step that this machine cannot run. */
  skip(name, why) {
    console.log(`\n== ${name}: SKIPPED. ${why}`);
    this.#results.push({ name: `${name} (skipped: ${why})`, passed: 0, failed: 0, skipped: 1, files: [], seconds: 0 });
  }

  /** Notes a step that must run and cannot. */
  miss(name, why) {
    console.log(`\n${why}`);
    this.#results.push({ name, passed: 0, failed: 1, skipped: 0, files: [], seconds: 0 });
  }

  /** Prints the slowest test files, the tests that failed, a line for each step and the totals as the last line. Returns whether nothing failed. */
  print() {
    const slowest = this.#results
      .flatMap(({ name, files }) => files.map((file) => ({ ...file, name })))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SLOWEST);
    if (slowest.length > 0) console.log('\nSlowest test files');
    for (const { file, ms, name } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${file} (${name})`);
    this.#printFailures();
    console.log('');
    for (const { name, passed, failed, skipped, seconds } of this.#results) {
      const counts = [
        `${passed}`.padStart(5),
        'passed',
        `${failed}`.padStart(4),
        'failed',
        `${skipped}`.padStart(4),
        'skipped',
        `${seconds}`.padStart(5),
      ];
      console.log(`${name.padEnd(28)} ${counts.join(' ')} s`);
    }
    const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) => this.#results.reduce((sum, result) => sum + result[key], 0));
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    return failed === 0;
  }

  /** Prints the tests that failed with the start of their messages: the full ones stand far above, between the output of steps that ran side by side. */
  #printFailures() {
    const failures = this.#results.flatMap(({ name, failures: ofStep = [] }) => ofStep.map((failure) => ({ ...failure, name })));
    if (failures.length > 0) console.log('\nFailed tests');
    for (const { name, test, message } of failures.slice(0, MOST_FAILURES)) {
      console.log(`  ${test} (${name})`);
      const lines = stripVTControlCharacters(message)
        .split('\n')
        .filter((line) => line.trim() !== '');
      for (const line of lines.slice(0, LINES_OF_MESSAGE)) console.log(`      ${line.trim()}`);
    }
    if (failures.length > MOST_FAILURES) console.log(`  and ${failures.length - MOST_FAILURES} more`);
  }
}
