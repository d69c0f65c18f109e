import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { AREA_NAME_PATTERN, type AreaMenuGroup, type NamedPart } from './area-names';
import { FEATURE_FLAGS, type FeatureFlag } from './flags';
import { REMOTE_ID_PATTERN, type RemoteId } from './remote-ids';
import { MENU_ICONS } from './menu-icons';
import { PART_IDS, type PartId } from './parts';
import { RIGHTS, type Right } from './rights';
import { StringEnum } from './vocabulary';

/** Returns the schema of a name: one of CAM, or one that an area declares. */
const NameOf = <Name extends string>(own: readonly string[]) =>
  Type.Unsafe<Name>({
    anyOf: [
      { type: 'string', enum: [...own] },
      { type: 'string', pattern: AREA_NAME_PATTERN },
    ],
  });

const Flag = NameOf<FeatureFlag>(FEATURE_FLAGS);
const RightSchema = NameOf<Right>(RIGHTS);

/** Limits of texts that the console shows, in characters. Longer ones would not fit their place. */
const Label = Type.String({ minLength: 1, maxLength: 40 });
const Title = Type.String({ minLength: 1, maxLength: 60 });

/** Groups of the sidebar, top to bottom. Those that areas declare follow. */
export const MENU_GROUPS = ['dashboard', 'watch', 'sources', 'inventory'] as const;

/** A menu item of a remote. It is visible when all its conditions are met. */
export const MenuItem = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]*$', maxLength: 60 }),
    label: Label,
    /** A page of this remote. */
    to: Type.String({ pattern: '^(/[A-Za-z0-9_.~-]+)+$', maxLength: 120 }),
    group: NameOf<(typeof MENU_GROUPS)[number] | AreaMenuGroup>(MENU_GROUPS),
    order: Type.Integer(),
    icon: StringEnum(MENU_ICONS),
    /** Counter badge next to the item. */
    badge: Type.Optional(Type.Literal('alerts')),
    /** Enabled even while the tenant has no accounts. */
    withoutAccounts: Type.Optional(Type.Boolean()),
    whenFlag: Type.Optional(Flag),
    unlessFlag: Type.Optional(Type.Array(Flag)),
    anyRight: Type.Optional(Type.Array(RightSchema)),
  },
  { additionalProperties: false },
);
export type MenuItem = Static<typeof MenuItem>;

/** A route of a remote. It exists while all its conditions are met. */
export const RemoteRoute = Type.Object(
  {
    /** Key of the page in the exports of `./remote`. */
    page: Type.String({ minLength: 1, maxLength: 60 }),
    name: Type.String({ minLength: 1, maxLength: 60, description: 'route name of the specification' }),
    path: Type.String({
      pattern: '^/([A-Za-z0-9_.~:*-]+\\??(/[A-Za-z0-9_.~:*-]+\\??)*)?$',
      maxLength: 120,
      description: 'react-router pattern; ends with /* when the page has nested routes',
    }),
    title: Title,
    /** Accepts the optional account id of the account filter at the end of the path. */
    accountSegment: Type.Optional(Type.Boolean()),
    withoutAccounts: Type.Optional(Type.Boolean()),
    whenFlag: Type.Optional(Flag),
    unlessFlag: Type.Optional(Type.Array(Flag)),
    anyRight: Type.Optional(Type.Array(RightSchema)),
  },
  { additionalProperties: false },
);
export type RemoteRoute = Static<typeof RemoteRoute>;

/** A command of a remote in the command palette. It exists while all its conditions are met and its page is visible. */
export const RemoteCommand = Type.Object(
  {
    /** Begins with the id of the remote: `alerts.open`. */
    id: Type.String({ pattern: '^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$', maxLength: 80 }),
    label: Label,
    /** Other words that find the command. */
    keywords: Type.Optional(Type.String({ maxLength: 120 })),
    /** A page of this remote, with the query string of a view. */
    to: Type.String({ pattern: '^(/[A-Za-z0-9_.~-]+)+(\\?[A-Za-z0-9_.~=&%+,-]*)?$', maxLength: 200 }),
    /** Two keys that run the command anywhere: `g` and a letter. */
    keys: Type.Optional(Type.String({ pattern: '^g [a-z]$' })),
    whenFlag: Type.Optional(Flag),
    unlessFlag: Type.Optional(Type.Array(Flag)),
    anyRight: Type.Optional(Type.Array(RightSchema)),
  },
  { additionalProperties: false },
);
export type RemoteCommand = Static<typeof RemoteCommand>;

/** Names that an area declares, each with a text of limited length. */
const named = <T extends TSchema>(text: T) =>
  Type.Record(Type.String({ pattern: AREA_NAME_PATTERN }), text, { additionalProperties: false, maxProperties: 40 });
const DeclaredNames = Type.Object(
  {
    flags: Type.Optional(named(Type.String({ minLength: 1, maxLength: 200 }))),
    rights: Type.Optional(named(Type.String({ minLength: 1, maxLength: 200 }))),
    parts: Type.Optional(
      named(
        Type.Unsafe<NamedPart<FeatureFlag, Right>>(
          Type.Object(
            {
              name: Label,
              whenFlag: Type.Optional(Flag),
              unlessFlag: Type.Optional(Type.Array(Flag)),
              anyRight: Type.Optional(Type.Array(RightSchema)),
            },
            { additionalProperties: false },
          ),
        ),
      ),
    ),
    menuGroups: Type.Optional(named(Label)),
  },
  { additionalProperties: false },
);

/**
 * The manifest of a remote: static data that is checked at build, at publish and at load, before any of its code runs. `needs` holds semver ranges of
 * the host's packages. The build fills in `calls` and `backEndCalls` from the sources.
 */
export const RemoteManifest = Type.Object(
  {
    schema: Type.Literal(1),
    id: Type.Unsafe<RemoteId>({ type: 'string', pattern: REMOTE_ID_PATTERN }),
    /** Name of the area in the console: Alerts. */
    name: Label,
    version: Type.String({ maxLength: 100 }),
    needs: Type.Object({ contracts: Type.String(), platform: Type.String(), ui: Type.String() }, { additionalProperties: false }),
    calls: Type.Array(Type.String({ pattern: '^(GET|POST|PUT|PATCH|DELETE) /' })),
    /** Calls to the team's own server, which `back-end.json` describes. The build fills them in from the sources. */
    backEndCalls: Type.Optional(Type.Array(Type.String({ pattern: '^(GET|POST|PUT|PATCH|DELETE) /', maxLength: 300 }), { maxItems: 300 })),
    menu: Type.Array(MenuItem, { maxItems: 12 }),
    routes: Type.Array(RemoteRoute, { maxItems: 60 }),
    /** Commands of the palette. Absent in releases from before there was one. */
    commands: Type.Optional(Type.Array(RemoteCommand, { maxItems: 40 })),
    /** Parts of CAM. `declares` names the parts of other areas. */
    offers: Type.Array(StringEnum(PART_IDS)),
    uses: Type.Array(NameOf<PartId>(PART_IDS), { maxItems: 60 }),
    /** Names that the area adds to those of CAM. Absent when there are none. */
    declares: Type.Optional(DeclaredNames),
    /** Size that its own team allows, gzip, in bytes: the build fails above it. The registry has a limit of the operator's. */
    budget: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);
export type RemoteManifest = Static<typeof RemoteManifest>;
