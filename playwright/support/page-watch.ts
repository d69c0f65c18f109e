import type { ConsoleMessage, Page, Request } from '@playwright/test';

/** Notes what a page must never do: log an error, throw, or call another host. */
export class PageWatch {
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(private readonly origin: string) {}

  /** Allows errors that a test provokes. Call it before they happen. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  watch(page: Page): void {
    page.on('console', (message) => this.#onConsole(message));
    page.on('pageerror', (error) => this.#note(`uncaught: ${error.message}`));
    page.on('request', (request) => this.#onRequest(request));
  }

  /** The problems that no pattern allows. */
  get problems(): readonly string[] {
    return this.#problems.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }

  #onConsole(message: ConsoleMessage): void {
    if (message.type() === 'error') this.#note(`console: ${message.text()} (${message.location().url})`);
  }

  #onRequest(request: Request): void {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== this.origin) this.#note(`request to another host: ${request.url()}`);
  }

  #note(problem: string): void {
    this.#problems.push(problem);
  }
}
