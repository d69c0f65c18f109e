import type { RemoteManifest as Manifest } from '@cam/contracts';
import { unprocessable } from '../../platform/http/errors';
import { commandRefusals } from './commands-gate';
import type { Refusal } from './gate';
import { isPageOf, overlap, segmentsOf } from './route-overlap';

/** First parts of addresses that belong to the server or to the console itself. */
const RESERVED = [
  ...['v1', 'v2', 'beta', 'graph-querymgr', 'identity', 'r', 'npm', 'x', 'assets', 'healthz', 'help'],
  ...['login', 'logout', 'authorize', 'index.html', 'favicon.svg'],
];

/**
 * Checks that a remote takes only addresses, menu ids and keys that are free: at publish, and whenever a channel or a pin makes a release live.
 * @param others live manifests of the other remotes
 */
export function addressRefusals(manifest: Manifest, others: readonly Manifest[]): Refusal[] {
  return [...menuGate(manifest, others), ...routesGate(manifest, others), ...commandRefusals(manifest, others)];
}

/** @throws ApiError 422 with all refusals in `details.refusals` */
export function refuseIfAny(refusals: readonly Refusal[]): void {
  const [first] = refusals;
  if (first) throw unprocessable('RELEASE_REFUSED', `Gate "${first.gate}": ${first.problem} ${first.fix}`, { refusals });
}

function menuGate(manifest: Manifest, others: readonly Manifest[]): Refusal[] {
  const taken = new Map(others.flatMap((other) => other.menu.map((item) => [item.id, other.name] as const)));
  const clashes = repeatedOrTaken(
    manifest.menu.map((item) => item.id),
    taken,
  ).map(([menuId, owner]): Refusal => ({
    gate: 'menu',
    problem: `The menu id "${menuId}" is used ${owner}.`,
    fix: 'Give the item an id of its own.',
  }));
  const outside = manifest.menu
    .filter(({ to }) => !isPageOf(manifest, to))
    .map(({ id, to }): Refusal => ({
      gate: 'menu',
      problem: `The menu item "${id}" leads to ${to}, which is no page of this remote.`,
      fix: 'Let it lead to one of the routes of this manifest.',
    }));
  return [...clashes, ...outside];
}

function routesGate(manifest: Manifest, others: readonly Manifest[]): Refusal[] {
  const repeated = repeatedOrTaken(
    manifest.routes.map((route) => shapeOf(route.path)),
    new Map(),
  ).map(([path, where]) => ({ path, problem: `The path ${path} is used ${where}.`, fix: 'Remove one of the two routes.' }));
  const taken = manifest.routes.flatMap(({ path, accountSegment }) => {
    const own = segmentsOf(path, accountSegment);
    const owner = others.find((other) => other.routes.some((route) => overlap(own, segmentsOf(route.path, route.accountSegment))));
    return owner ? [{ path, problem: `The path ${path} belongs to ${owner.name} already.`, fix: `Choose a path outside ${owner.name}.` }] : [];
  });
  const forbidden = manifest.routes.flatMap(({ path }) => {
    const [first = ''] = segmentsOf(path);
    if (RESERVED.includes(first))
      return [{ path, problem: `The path ${path} is reserved for the console.`, fix: 'Choose another path for the page.' }];
    if (first === '' || /[:*]/.test(first))
      return [{ path, problem: `The path ${path} takes the addresses of other areas.`, fix: 'Begin the path with a name, as in /orders.' }];
    if (/\*./.test(path)) return [{ path, problem: `The path ${path} has a wildcard before its end.`, fix: 'Use /* at the end only.' }];
    return [];
  });
  return [...repeated, ...taken, ...forbidden].map(({ problem, fix }): Refusal => ({ gate: 'routes', problem, fix }));
}

/** Replaces parameter names: two paths that differ only in these are the same address. */
function shapeOf(path: string): string {
  return (
    path
      .toLowerCase()
      .replace(/:\w+/g, ':')
      .replace(/\/\*?$/, '') || '/'
  );
}

function repeatedOrTaken(ids: readonly string[], taken: ReadonlyMap<string, string>): [string, string][] {
  return ids.flatMap((id, index): [string, string][] => {
    const owner = taken.get(id);
    if (owner) return [[id, `by ${owner} already`]];
    return ids.indexOf(id) < index ? [[id, 'twice in this manifest']] : [];
  });
}
