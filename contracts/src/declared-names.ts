import { areaOf, isAreaName, NAME_KINDS, type AreaNames, type NameKind } from './area-names';
import { isFeatureFlag } from './flags';
import { PART_IDS } from './parts';
import { RIGHTS } from './rights';
import type { RemoteManifest } from './remote-manifest';

/** A name that an area declares. */
export interface DeclaredName {
  kind: NameKind;
  name: string;
  /** Effect of a flag, meaning of a right, name of a part, label of a group. */
  text: string;
}

type Names = Pick<RemoteManifest, 'id' | 'offers' | 'uses' | 'menu' | 'routes' | 'commands' | 'declares'>;

/** Returns the names that an area declares, by kind. */
export function declaredNames({ declares = {} }: { declares?: AreaNames | undefined }): DeclaredName[] {
  return NAME_KINDS.flatMap((kind) =>
    Object.entries(declares[kind] ?? {}).map(([name, text]) => ({ kind, name, text: typeof text === 'string' ? text : text.name })),
  );
}

/** Returns the names of areas that a manifest uses, its own among them, each once. */
export function usedNames({ uses, menu, routes, commands = [], declares }: Omit<Names, 'id' | 'offers'>): { kind: NameKind; name: string }[] {
  const conditional = [...menu, ...routes, ...commands, ...Object.values(declares?.parts ?? {})];
  const all: [NameKind, readonly string[]][] = [
    ['flags', conditional.flatMap(({ whenFlag, unlessFlag = [] }) => [...(whenFlag ? [whenFlag] : []), ...unlessFlag])],
    ['rights', conditional.flatMap(({ anyRight = [] }) => anyRight)],
    ['parts', uses],
    ['menuGroups', menu.map(({ group }) => group)],
  ];
  return all.flatMap(([kind, names]) => [...new Set(names)].filter(isAreaName).map((name) => ({ kind, name }))).filter(isOpen);
}

/** A part of CAM looks like one of an area, because parts always had the id of their area as prefix. */
function isOpen({ kind, name }: { kind: NameKind; name: string }): boolean {
  return kind !== 'parts' || !(PART_IDS as readonly string[]).includes(name);
}

/** A name in a manifest that its area must not declare or use, and what to do. */
export interface NameProblem {
  problem: string;
  fix: string;
}

const ONE: Record<NameKind, string> = { flags: 'flag', rights: 'right', parts: 'part', menuGroups: 'menu group' };

/**
 * Checks the names of a manifest: an area declares and offers names under its own prefix only, none that CAM has already, and uses only names that exist.
 * @param others manifests of the other areas; null if they are unknown, as in a build, so that the use of their names is not checked
 */
export function nameProblems(manifest: Names, others: readonly Pick<RemoteManifest, 'id' | 'declares'>[] | null): NameProblem[] {
  const { id } = manifest;
  const declared = declaredNames(manifest);
  const foreign = [...declared, ...manifest.offers.map((name) => ({ kind: 'parts' as const, name }))].filter(({ name }) => areaOf(name) !== id);
  const taken = declared.filter(({ kind, name }) => isOfCam(kind, name));
  const known = new Set([...declared, ...(others ?? []).flatMap(declaredNames)].map(({ kind, name }) => `${kind} ${name}`));
  const unknown = usedNames(manifest).filter(({ kind, name }) => !known.has(`${kind} ${name}`) && (others !== null || areaOf(name) === id));
  return [
    ...foreign.map(({ kind, name }) => ({
      problem: `The ${ONE[kind]} "${name}" does not belong to ${id}.`,
      fix: `Begin its name with "${id}.".`,
    })),
    ...taken.map(({ kind, name }) => ({ problem: `The ${ONE[kind]} "${name}" is one of CAM already.`, fix: 'Choose another name.' })),
    ...unknown.map(({ kind, name }) => ({
      problem: `It uses the ${ONE[kind]} "${name}", which no live area declares.`,
      fix: areaOf(name) === id ? `Add it to ${kind} in "declares" of remote.manifest.ts.` : `Correct the name, or ask the team of ${areaOf(name)}.`,
    })),
  ];
}

function isOfCam(kind: NameKind, name: string): boolean {
  const own: Record<NameKind, readonly string[]> = { flags: isFeatureFlag(name) ? [name] : [], rights: RIGHTS, parts: PART_IDS, menuGroups: [] };
  return own[kind].includes(name);
}
