import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; html: string }[];
}

/**
 * Returns the violations of WCAG 2, levels A and AA: each broken rule with the first three places.
 * @param within a selector of the part to check; without it, the whole page
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  // A script element would break the page's content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async (part) => {
    const { axe } = window as unknown as { axe: { run: (context: unknown, options: object) => Promise<{ violations: unknown[] }> } };
    const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] };
    return (await axe.run(part ?? document, rules)).violations;
  }, within);
  return (found as Violation[]).map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.length}: ${nodes
        .slice(0, 3)
        .map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 100)}`)
        .join(', ')})`,
  );
}
