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
  const repeated = await page.evaluateHandle(repeatedElements);
  const found = await page.evaluate(
    async ([part, rules, exclude]) => {
      const { axe } = window as unknown as { axe: { run: (context: object, options: object) => Promise<{ violations: unknown[] }> } };
      return (await axe.run({ include: [part ?? document], exclude }, { runOnly: rules, resultTypes: ['violations'] })).violations;
    },
    [within, runOnly, repeated] as const,
  );
  await repeated.dispose();
  return (found as Violation[]).map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.length}: ${nodes
        .slice(0, 3)
        .map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 100)}`)
        .join(', ')})`,
  );
}

/**
 * Returns, in the browser, the elements that are built like a sibling before them, such as the rows of a table: for them, axe would answer the same again. All
 * but texts, addresses and names must be equal. The first and the last of siblings are never among them, nor is what is inside one of them.
 */
function repeatedElements(): Element[] {
  const REFERENCES = new Set(['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant', 'aria-details']);
  const FREE = /^(?:id|href|src|title|alt|name|value|placeholder|aria-label|aria-valuetext|datetime|data-.*|d|points|transform|x\d?|y\d?|cx|cy|r)$/;
  const shapes = new Map<Element, string>();
  const shapeOf = (element: Element): string => {
    const attributes = [...element.attributes].map(({ name, value }) => {
      if (REFERENCES.has(name)) return `${name}:${value.split(' ').every((id) => document.getElementById(id))}`;
      return `${name}=${FREE.test(name) ? value.trim() !== '' : value}`;
    });
    // A rule for sizes may fail for one of them alone.
    const { width, height } = element.getBoundingClientRect();
    const overflows = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    const sizes = [width > 0 && width < 24, height > 0 && height < 24, width === 0 || height === 0, overflows];
    const content = [...element.childNodes].map((node) => {
      if (node instanceof Element) return shapes.get(node) ?? shapeOf(node);
      return node.nodeType === Node.TEXT_NODE && node.textContent?.trim() ? 'text' : '';
    });
    const shape = `<${element.tagName} ${attributes.sort().join(' ')} ${sizes.join()}>${content.join('')}</>`;
    shapes.set(element, shape);
    return shape;
  };
  const found: Element[] = [];
  const search = (parent: Element): void => {
    const known = new Set<string>();
    for (const child of parent.children) {
      const { color, backgroundColor } = getComputedStyle(child);
      const shape = `${color} ${backgroundColor} ${shapes.get(child)}`;
      if (known.has(shape) && child !== parent.lastElementChild) found.push(child);
      else search(child);
      known.add(shape);
    }
  };
  shapeOf(document.body);
  search(document.body);
  return found;
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
