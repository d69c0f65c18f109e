import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[] }[];
}

/** What of a page breaks WCAG 2 at levels A and AA, each rule with the first places that break it. */
export async function violations(page: Page): Promise<string[]> {
  // As a script of the page it would break the page's own policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: unknown[] }> } };
    return (await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] })).violations;
  });
  return (found as Violation[]).map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.length}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(', ')})`,
  );
}
