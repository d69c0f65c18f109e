import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; html: string }[];
}

/** The rules of WCAG 2.2, levels A and AA, by their tags in axe. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules that depend on colours and sizes too. All others ask for elements, texts and their visibility. */
export const STYLE_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'] };

/**
 * Returns the violations of WCAG 2, levels A and AA: each broken rule with the first three places.
 * @param within a selector of the part to check; without it, the whole page
 * @param runOnly the rules to check; without it, all of these levels
 */
export async function violations(page: Page, within?: string, runOnly: string[] | typeof STYLE_RULES = ALL_RULES): Promise<string[]> {
  // A script element would break the page's content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(
    async ([part, rules]) => {
      const { axe } = window as unknown as { axe: { run: (context: unknown, options: object) => Promise<{ violations: unknown[] }> } };
      return (await axe.run(part ?? document, { runOnly: rules, resultTypes: ['violations'] })).violations;
    },
    [within, runOnly] as const,
  );
  return (found as Violation[]).map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.length}: ${nodes
        .slice(0, 3)
        .map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 100)}`)
        .join(', ')})`,
  );
}

/**
 * Returns a digest of the elements, texts and visibility of a page. Pages with the same digest differ at most in colours and sizes, so that only the
 * STYLE_RULES can tell them apart.
 */
export function contentOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { body } = document;
    const shown = [...body.querySelectorAll('*')].map((element) => (element.checkVisibility({ visibilityProperty: true }) ? 1 : 0));
    const content = [body.innerText, body.outerHTML.replace(/ (?:class|style)="[^"]*"/g, ''), shown.join('')].join('\n');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
    return [...new Uint8Array(digest)].join();
  });
}
