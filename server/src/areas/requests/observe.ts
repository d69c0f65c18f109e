import type { AccessLevel, AccessUnitPart } from '@cam/contracts/server';
import { KIND_BITS, type RequestedAccess } from '../../graph';
import { isPastEnd, type SeenAccess } from './request-state';
import { stepsOf } from './steps';
import type { StoredRequest } from './store';

/**
 * Returns what the newest snapshots say about the access of a request.
 * @param times time of the last snapshot of each connected source
 */
export function seenAccess(
  row: StoredRequest,
  { units }: Pick<RequestedAccess, 'units'>,
  { isGranted, isCovered, times }: { isGranted: boolean; isCovered: boolean; times: ReadonlyMap<string, Date> },
): SeenAccess {
  const { identity_source: identity, resource_source: resource, unit, until } = row;
  const isAfter = (uid: string): boolean => until !== null && (times.get(uid)?.getTime() ?? 0) >= new Date(until).getTime();
  const parts = partsSeen(row, { units });
  const giving = isGranted ? units : units.filter((one) => parts.some((part) => isUnit(one, part)));
  const expected = unit ? stepsOf(unit).map(({ source_uid: uid }) => uid) : [resource];
  return {
    isGranted,
    isPartial: !isGranted && parts.length > 0,
    isAfterEnd: giving.length > 0 ? giving.some(({ sourceUid }) => isAfter(sourceUid)) : expected.every(isAfter),
    hasSources: [identity, resource, ...expected].every((uid) => times.has(uid)),
    isCovered,
  };
}

/** Returns the parts of a set that an identity has. */
export function partsSeen({ unit }: Pick<StoredRequest, 'unit'>, { units }: Pick<RequestedAccess, 'units'>): AccessUnitPart[] {
  return (unit?.parts ?? []).filter((part) => units.some((one) => isUnit(one, part)));
}

/** Returns whether a unit that gives an access is the chosen one. Assignments are compared by their role, because their ids are not known before they exist. */
function isUnit({ kind, name, sharedKey }: RequestedAccess['units'][number], unit: Pick<AccessUnitPart, 'key' | 'kind' | 'name'>): boolean {
  return sharedKey === unit.key || (kind === 'ASSIGNMENT' && unit.kind === 'ASSIGNMENT' && name === unit.name);
}

/** Returns whether another request allows the access of a request beyond its end. */
export function isCoveredBy(row: StoredRequest, other: StoredRequest, now: Date): boolean {
  if (row.request_id === other.request_id || (other.state !== 'APPROVED' && other.state !== 'SEEN')) return false;
  if (isPastEnd({ until: other.until && new Date(other.until) }, now)) return false;
  if (row.identity_uri !== other.identity_uri || row.resource_uri !== other.resource_uri || row.level !== other.level) return false;
  const allowed = new Set(other.actions.map((action) => action.toLowerCase()));
  return row.actions.every((action) => allowed.has(action.toLowerCase()));
}

/**
 * Returns what a snapshot shows beyond a request: other units that give the access, and kinds of access to the resource that neither the request nor its unit
 * has. Without a chosen unit, nobody said what would give the access.
 */
export function beyondRequest(
  { level, unit, held_levels: held }: Pick<StoredRequest, 'level' | 'unit' | 'held_levels'>,
  { levels, units }: Pick<RequestedAccess, 'levels' | 'units'>,
): { units: string[]; levels: AccessLevel[] } {
  const expected = new Set<AccessLevel>([...held, ...(level === null ? [] : [level]), ...(unit?.gives ?? [])]);
  const isKnown = level !== null || unit !== null;
  const bits = level === null ? 0 : KIND_BITS[level];
  const isOther = (one: RequestedAccess['units'][number]): boolean => unit !== null && !stepsOf(unit).some((step) => isUnit(one, step));
  // Access that was there before the request is not told apart from other access by actions.
  const giving = level === null && held.length > 0 ? [] : units.filter(({ kinds }) => level === null || (kinds & bits) !== 0);
  return {
    units: [...new Set(giving.filter(isOther).map(({ name }) => name))].sort(),
    levels: isKnown ? levels.filter((one) => !expected.has(one)) : [],
  };
}
