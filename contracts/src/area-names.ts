import type { RemoteId } from './remote-ids';

/**
 * Names that an area adds to those of CAM. Each begins with the id of the area and a point, so two areas never add the same one: `billing.newTable`.
 * The texts tell operators what a name is for.
 */
export interface AreaNames {
  /** Feature flags, off by default, with the effect of each. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Rights of users, with what each allows. */
  readonly rights?: Readonly<Record<string, string>>;
  /** Parts for other pages, and when they are shown: all conditions must be met. */
  readonly parts?: Readonly<Record<string, NamedPart>>;
  /** Groups of the sidebar, with the label of each. They follow those of CAM. */
  readonly menuGroups?: Readonly<Record<string, string>>;
}

/** A part that an area declares. `Flag` and `Right` are texts here, because the known names are made of what areas declare. */
export interface NamedPart<Flag extends string = string, Right extends string = string> {
  readonly name: string;
  readonly whenFlag?: Flag;
  readonly unlessFlag?: readonly Flag[];
  readonly anyRight?: readonly Right[];
}

/** Kinds of names. */
export const NAME_KINDS = ['flags', 'rights', 'parts', 'menuGroups'] as const satisfies readonly (keyof AreaNames)[];
export type NameKind = (typeof NAME_KINDS)[number];

/**
 * Names of areas by area, empty in CAM itself. The package of a team adds its own, and from then on the compiler knows them wherever CAM knows a name:
 *
 *     declare module '@cam/contracts' {
 *       interface NamesByArea {
 *         billing: typeof names;
 *       }
 *     }
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- packages of teams merge their names into it
export interface NamesByArea {}

/** Names of one kind that areas declare. */
type NameOf<K extends NameKind> = {
  [Area in keyof NamesByArea]: NamesByArea[Area] extends Record<K, infer Names> ? keyof Names & string : never;
}[keyof NamesByArea];

/** A flag that an area declares. */
export type AreaFlag = NameOf<'flags'>;
/** A right that an area declares. */
export type AreaRight = NameOf<'rights'>;
/** A menu group that an area declares. */
export type AreaMenuGroup = NameOf<'menuGroups'>;

/** Refuses names of other areas, and kinds that do not exist. */
type Own<Id extends string, Names> = {
  [K in keyof Names]: K extends NameKind ? { [Name in keyof Names[K]]: Name extends `${Id}.${string}` ? Names[K][Name] : never } : never;
};

/** Returns the names that an area declares, with their types. */
export function defineNames<Id extends string, const Names extends AreaNames>(_id: Id, names: Names & Own<Id, Names>): Names {
  return names;
}

/** Returns the ids of all parts that an area offers: those of CAM and those that it declares. */
export function offeredParts({ offers, declares }: { offers: readonly string[]; declares?: AreaNames | undefined }): string[] {
  return [...offers, ...Object.keys(declares?.parts ?? {})];
}

/** Pattern of the names that areas declare: the id of the area, a point and the name. It is a literal, so that bundles without it leave it out. */
export const AREA_NAME_PATTERN = '^[a-z][a-z0-9-]{1,39}\\.[a-z][A-Za-z0-9-]{0,59}$';

/** Reports whether a text can be the name of an area's flag, right, part or menu group. */
export function isAreaName(text: string): boolean {
  return new RegExp(AREA_NAME_PATTERN).test(text);
}

/** Returns the id of the area that a name belongs to. */
export function areaOf(name: string): RemoteId {
  return name.slice(0, name.indexOf('.'));
}
