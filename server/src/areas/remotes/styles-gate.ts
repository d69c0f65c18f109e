import { stylePrefix, type RemoteId } from '@cam/contracts/server';
import { cssRules, endOfUnit, type CssRule } from './css-rules';
import type { Refusal } from './gate';
import type { ReleaseFiles } from './release-archive';

/** At-rules whose block contains rules under a condition or in a layer. */
const GROUPS = /^@(media|supports|container|layer|starting-style)\b/i;

/** Problems shown for one file; the fix is the same for all of them. */
const SHOWN = 5;

/**
 * Checks that no rule of a remote reaches elements outside of it: each selector stands on a class with the remote's prefix, and nothing defines names that the
 * whole page shares, such as fonts.
 */
export function stylesGate(files: ReleaseFiles, id: RemoteId): Refusal[] {
  const prefix = stylePrefix(id);
  return [...files]
    .filter(([path]) => path.endsWith('.css'))
    .flatMap(([path, content]) =>
      problemsIn(content.toString('utf8'), prefix)
        .slice(0, SHOWN)
        .map((problem): Refusal => ({
          gate: 'styles',
          problem: `"${path}" would change other parts of the page: ${problem}`,
          fix: `Use CSS modules, which the defineRemote preset scopes, or begin the names of classes and animations with "${prefix}".`,
        })),
    );
}

function problemsIn(css: string, prefix: string): string[] {
  const rules = cssRules(css);
  return rules ? rules.flatMap((rule) => ruleProblems(rule, prefix)) : ['brackets, strings or comments are not closed.'];
}

function ruleProblems({ prelude, block }: CssRule, prefix: string): string[] {
  if (prelude.startsWith('@')) return atRuleProblems(prelude, block, prefix);
  if (block === null) return [`"${short(prelude)}" is no rule.`];
  const open = selectorsOf(prelude).filter((selector) => !isScoped(selector, prefix));
  // Rules in a scoped rule concern its elements.
  return open.length > 0 ? open.map((selector) => `the selector "${short(selector)}" is global.`) : nestedProblems(block, prefix);
}

function atRuleProblems(prelude: string, block: string | null, prefix: string): string[] {
  if (/^@charset\b/i.test(prelude) || (/^@layer\b/i.test(prelude) && block === null)) return [];
  if (GROUPS.test(prelude) && block !== null) return problemsIn(block, prefix);
  const [, scope] = /^@scope\s*\(([^)]*)\)/i.exec(prelude) ?? [];
  if (scope !== undefined && selectorsOf(scope).every((selector) => isScoped(selector, prefix))) return nestedProblems(block ?? '', prefix);
  const [, animation] = /^@(?:-\w+-)?keyframes\s+["']?([^\s"']+)/i.exec(prelude) ?? [];
  if (animation !== undefined) return animation.startsWith(prefix) ? [] : [`the animation "${short(animation)}" is global.`];
  const [, property] = /^@property\s+--(\S+)/i.exec(prelude) ?? [];
  if (property?.startsWith(prefix)) return [];
  return [`"${short(prelude)}" is global.`];
}

/** Checks rules inside a scoped rule: only those with `&` can leave its elements again, and at-rules of the page. */
function nestedProblems(block: string, prefix: string): string[] {
  const rules = cssRules(block) ?? [];
  return rules.flatMap(({ prelude, block: inner }) => {
    if (inner === null) return [];
    if (prelude.startsWith('@')) return GROUPS.test(prelude) ? nestedProblems(inner, prefix) : atRuleProblems(prelude, inner, prefix);
    const open = selectorsOf(prelude).filter((selector) => selector.includes('&') && !isScoped(selector.replaceAll('&', `.${prefix}self`), prefix));
    return open.length > 0 ? open.map((selector) => `the selector "${short(selector)}" is global.`) : nestedProblems(inner, prefix);
  });
}

function selectorsOf(prelude: string): string[] {
  return unitsOf(prelude)
    .reduce<string[]>((parts, unit) => (unit === ',' ? [...parts, ''] : [...parts.slice(0, -1), parts.at(-1) + unit]), [''])
    .map((selector) => selector.trim());
}

/**
 * Reports whether a selector matches elements of the remote only: an element with a class of the remote, or one inside of such an element. Arguments of
 * pseudo-classes do not count, because `:not(.own)` and `:has(.own)` match elements of others.
 */
function isScoped(selector: string, prefix: string): boolean {
  let isParentInside = false;
  let isInside = false;
  let compound = '';
  const endCompound = (): void => {
    if (compound !== '')
      isInside =
        isParentInside ||
        compound
          .split('.')
          .slice(1)
          .some((name) => name.startsWith(prefix));
    compound = '';
  };
  for (const unit of unitsOf(selector)) {
    if (unit === ' ' || unit === '>') {
      endCompound();
      isParentInside = isInside;
    } else if (unit === '+' || unit === '~') endCompound();
    else if (!/^[([]/.test(unit)) compound += unit;
  }
  endCompound();
  return isInside;
}

/** Splits a selector into characters, strings and brackets, with one character for each combinator. */
function unitsOf(text: string): string[] {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/ ?([>+~,]) ?/g, '$1')
    .trim();
  const units: string[] = [];
  for (let at = 0; at < plain.length;) {
    const end = endOfUnit(plain, at) ?? plain.length;
    units.push(plain.slice(at, end));
    at = end;
  }
  return units;
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
