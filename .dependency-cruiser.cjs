/**
 * The arrows of the code: what may import what. `npm run lint` runs it; docs/architecture.md explains it.
 * Type imports count: a type that crosses a border binds as much as a value.
 */
const SERVER = '^server/src';
/** Tests look behind doors; everything else uses index.ts. */
const TESTS = '\\.test\\.tsx?$';

/** A rule that refuses imports from `from` to `to`. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Inside the graph: each room names the rooms that it stands on. */
const GRAPH_ROOMS = {
  engine: [],
  'providers/aws': ['engine'],
  'providers/azure': ['engine'],
  'providers/gcp': ['engine'],
  'providers/directory': ['engine'],
  providers: ['engine', 'providers'],
  store: ['engine'],
  pipeline: ['engine', 'providers', 'store'],
  query: ['engine', 'providers', 'store'],
  answers: ['engine', 'providers', 'store'],
};

const graphRooms = Object.entries(GRAPH_ROOMS).map(([room, below]) => {
  const files = room === 'providers' ? `${SERVER}/graph/providers/[^/]+$` : `${SERVER}/graph/${room}/`;
  const allowed = [room, ...below].map((name) => `${SERVER}/graph/${name}/`);
  return never(
    `graph-${room.replace('/', '-')}`,
    `graph/${room} stands on ${below.length === 0 ? 'the platform alone' : below.map((name) => `graph/${name}`).join(', ')}.`,
    { path: files, pathNot: TESTS },
    { path: `${SERVER}/graph/`, pathNot: allowed },
  );
});

module.exports = {
  forbidden: [
    never('no-cycle', 'Files must not import each other in a ring: move what both need into a third file.', {}, { circular: true }),

    never(
      'platform-knows-nothing',
      'The platform has no product meaning: it imports nothing above it.',
      { path: `${SERVER}/platform/`, pathNot: TESTS },
      { path: `${SERVER}/(?!platform/)` },
    ),
    never(
      'graph-stands-on-platform',
      'The graph stands on the platform alone.',
      { path: `${SERVER}/graph/`, pathNot: TESTS },
      { path: `${SERVER}/(?!platform/|graph/)` },
    ),
    never(
      'sources-stand-on-graph',
      'Sources stand on the graph and the platform.',
      { path: `${SERVER}/sources/`, pathNot: TESTS },
      { path: `${SERVER}/(?!platform/|graph/|sources/)` },
    ),
    never('areas-know-no-root', 'Areas are joined in areas.ts; they do not import it.', { path: `${SERVER}/areas/` }, { path: `${SERVER}/[^/]+$` }),
    never(
      'no-demo-in-product',
      'The made-up company is loaded at run time, where the configuration asks for it.',
      { path: SERVER, pathNot: TESTS },
      { path: '^server/demo', dynamic: false },
    ),
    never('no-tests-in-product', 'The product never imports its tests.', { path: SERVER, pathNot: TESTS }, { path: '^server/test|\\.test\\.tsx?$' }),
    ...graphRooms,

    never(
      'graph-door',
      'The graph has one door: graph/index.ts.',
      { path: '^server/(src|demo)/', pathNot: [`${SERVER}/graph/`, TESTS] },
      { path: `${SERVER}/graph/`, pathNot: `${SERVER}/graph/index\\.ts$` },
    ),
    never(
      'sources-door',
      'Sources have one door: sources/index.ts.',
      { path: '^server/(src|demo)/', pathNot: [`${SERVER}/sources/`, TESTS] },
      { path: `${SERVER}/sources/`, pathNot: `${SERVER}/sources/index\\.ts$` },
    ),
    never(
      'area-door',
      'An area has one door: its index.ts.',
      { path: `${SERVER}/areas/([^/]+)/`, pathNot: TESTS },
      { path: `${SERVER}/areas/`, pathNot: [`${SERVER}/areas/$1/`, `${SERVER}/areas/[^/]+/index\\.ts$`] },
    ),
    never(
      'area-door-outside',
      'An area has one door: its index.ts.',
      { path: '^server/(src|demo)/', pathNot: [`${SERVER}/areas/`, TESTS] },
      { path: `${SERVER}/areas/`, pathNot: `${SERVER}/areas/[^/]+/index\\.ts$` },
    ),

    never(
      'contracts-stand-below',
      'Contracts stand below everything.',
      { path: '^contracts/', pathNot: TESTS },
      { path: '^(server|shared|host|remotes|scripts)/' },
    ),
    never('shared-stands-on-contracts', 'Shared packages stand on the contracts.', { path: '^shared/' }, { path: '^(server|host|remotes|scripts)/' }),
    never(
      'checker-stands-alone',
      'The checker of proofs shares nothing with what it checks.',
      { path: '^shared/checker/' },
      { path: '^(server|contracts|shared|host|remotes|scripts)/', pathNot: '^shared/checker/' },
    ),
    never('platform-beside-ui', 'The platform shows nothing: it stands beside the ui.', { path: '^shared/platform/' }, { path: '^shared/ui/' }),
    never(
      'host-stands-on-shared',
      'The host loads remotes at run time and calls the server by HTTP.',
      { path: '^host/' },
      { path: '^(server|remotes|scripts)/' },
    ),
    never(
      'remotes-apart',
      'A remote is loaded at run time, never imported. Share through contracts, platform or a part.',
      { path: '^remotes/([^/]+)/' },
      { path: '^(server|host|scripts)/|^remotes/', pathNot: '^remotes/$1/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '^scripts/templates/', '\\.d\\.c?ts$'] },
    includeOnly: '^(server|contracts|shared|host|remotes)/',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
    cache: false,
  },
};
