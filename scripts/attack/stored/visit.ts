import type { Page } from '@playwright/test';
import type { Walk } from '../../../playwright/support/walk';
import type { Findings } from '../suite';
import { ADDED, CALLED, COMPUTED, RAN } from './payloads';

/** Signs that a page took a payload for something else than text. */
interface Traces {
  ran: boolean;
  added: number;
  links: string[];
  refused: string[];
  computed: boolean;
}

/** Notes violations of the content security policy: a refused script was markup before the policy refused it. */
const NOTE_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => (window.refusedBySecurityPolicy ??= []).push(event.violatedDirective + ' ' + event.blockedURI))`;

/** Visits pages that show hostile texts, and collects what they do besides showing them. */
export class HostileVisit {
  readonly #problems: string[] = [];

  private constructor(
    private readonly walk: Walk,
    private readonly findings: Findings,
  ) {}

  /** Prepares the page. Call it before the page opens the console. */
  static async start(walk: Walk, findings: Findings): Promise<HostileVisit> {
    const visit = new HostileVisit(walk, findings);
    const { page } = walk;
    await page.addInitScript(NOTE_VIOLATIONS);
    page.on('dialog', (dialog) => {
      visit.#problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => visit.#problems.push(`uncaught error: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && visit.#problems.push(`console error: ${message.text()}`));
    page.on('request', (request) => {
      if (new URL(request.url()).hostname.endsWith(CALLED)) visit.#problems.push(`request: ${request.url()}`);
    });
    return visit;
  }

  /** Opens an address of the console, then what its first rows lead to. */
  async open(address: string): Promise<void> {
    await this.#check(address, () => this.walk.open(address));
    const { page } = this.walk;
    const explain = page.getByRole('button', { name: /^Explain access of/ }).first();
    if (await explain.count()) {
      await this.#check(`${address}, explained`, () => this.#click(explain));
      await page.keyboard.press('Escape');
    }
    const link = page.getByRole('main').getByRole('row').nth(1).getByRole('link').first();
    if (await link.count()) await this.#check(`${address}, first link`, () => this.#click(link));
  }

  async #click(target: ReturnType<Page['locator']>): Promise<void> {
    await target.click();
    await this.walk.settled();
  }

  async #check(address: string, reach: () => Promise<unknown>): Promise<void> {
    const fail = (rule: string, seen: unknown): void => this.findings.add(rule, address, { page: address }, seen);
    try {
      await reach();
    } catch (error) {
      fail('the page breaks', String(error));
    }
    const { page } = this.walk;
    const traces = await tracesIn(page);
    if (traces.ran) fail('a stored text ran as a script', traces);
    if (traces.added > 0) fail('a stored text became markup', traces);
    if (traces.refused.length > 0) fail('the content security policy refused something', traces.refused);
    if (traces.links.length > 0) fail('a stored text became a link to elsewhere', traces.links);
    if (traces.computed) fail('a stored text was computed', address);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) fail('the page is wider than the window', `${over} pixels`);
    const problems = this.#problems.splice(0);
    if (problems.length > 0) fail('the page reports a problem', problems);
  }
}

function tracesIn(page: Page): Promise<Traces> {
  return page.evaluate(
    ({ ran, added, called, computed }) => {
      const held = window as unknown as Record<string, unknown>;
      const refused = (held.refusedBySecurityPolicy ?? []) as string[];
      held.refusedBySecurityPolicy = [];
      const targets = [...document.querySelectorAll('[href], [src], [action]')].flatMap((element) =>
        ['href', 'src', 'action'].map((name) => element.getAttribute(name) ?? ''),
      );
      // A named function would need a helper of the transpiler, which the page does not have.
      const links = targets.filter((target) => {
        if (target === '' || !URL.canParse(target, location.href)) return false;
        const { protocol, hostname } = new URL(target, location.href);
        return !/^(?:https?|blob|data):$/.test(protocol) || hostname.endsWith(called);
      });
      return {
        ran: held[ran] !== undefined,
        added: document.querySelectorAll(`[${added}]`).length,
        links,
        refused,
        computed: document.body.innerText.includes(computed),
      };
    },
    { ran: RAN, added: ADDED, called: CALLED, computed: COMPUTED },
  );
}
