import { createCache } from '@ant-design/cssinjs';

type StyleCache = ReturnType<typeof createCache>;

/** Beginning of the path of a theme. The library removes the variables of a theme when it leaves, so such an entry must end. */
const THEME = 'token%';

/** Beginning of the path of the rules of a component. The library never removes them from the page. */
const RULES = 'style%';

/** Place of the style sheet in the entry of a theme. */
const THEME_SHEET = 3;

/** Style sheet of rules that the page has already, as the library marks it. */
const IN_PAGE = '_FILE_STYLE__';

/**
 * Returns the cache for the styles of the component library. It saves work that the library's own cache leaves to each navigation:
 *
 * - Styles stay here when the last component that uses them leaves. Otherwise each page computes again what the page before it has just dropped.
 * - Rules are inserted once. Otherwise the library compares their text with the page whenever a component is mounted.
 * - The root of the page has the variables of the theme, and everything inherits them. Otherwise each button and checkbox declares all of them itself, some 400.
 */
export function styleCache(): StyleCache {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (path, change) =>
    update(path, (known) => {
      const entry = change(known);
      if (!entry) return entry;
      const [uses, content] = entry as [number, unknown[]];
      if (path.startsWith(THEME)) return known ? entry : [uses, atRoot(content)];
      // One use that never ends keeps the entry.
      if (!known) return [uses + 1, content];
      // The component that adds this use inserts the rules of the entry as it was.
      return path.startsWith(RULES) && uses > known[0] ? [uses, content.with(0, IN_PAGE)] : entry;
    });
  return cache;
}

/** Moves the variables of a theme from the class of its components to the root of the page. */
function atRoot(content: unknown[]): unknown[] {
  const sheet = content[THEME_SHEET];
  return typeof sheet === 'string' ? content.with(THEME_SHEET, sheet.replace(/^[^{]+/, ':root')) : content;
}
