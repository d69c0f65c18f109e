/** Licences that packages of the product may have. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Licences that packages of the tests and the build may have besides, since nobody receives those packages. */
const DEVELOPMENT = new Set(['MPL-2.0', 'PSF-2.0', 'Python-2.0']);

/** Packages whose manifest names no licence, with the one that their LICENSE file has. */
const UNNAMED = new Map([['@antv/g2-extension-plot', 'MIT']]);

/** Reports whether a licence expression (SPDX) leaves a choice that is allowed: `OR` needs one of its parts, `AND` needs all. */
export function isAllowed(expression, isDevelopment) {
  const bare = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(bare)) return false;
  return bare
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => PERMISSIVE.has(one) || (isDevelopment && DEVELOPMENT.has(one))));
}

/** Returns a line for each package of a lockfile whose licence is missing or not allowed. */
export function refusedLicences({ packages }) {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .flatMap(([path, { version, license, dev = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = license ?? UNNAMED.get(name);
      if (licence === undefined) return [`${name} ${version} names no licence`];
      return isAllowed(licence, dev) ? [] : [`${name} ${version} has the licence ${licence}, which is not allowed${dev ? '' : ' in the product'}`];
    });
}
