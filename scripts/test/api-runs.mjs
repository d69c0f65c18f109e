import { jest } from './steps.mjs';

const matching = (names) => names.map((name) => `server/test/${name}\\.test\\.ts$`);

/**
 * Test files that start their own servers, each on the database that it names, so one run of them is enough. They run without the suite's server: a test that
 * asks it nevertheless fails.
 */
const OWN_SERVERS = matching([
  'attack',
  'attack-sign-in',
  'backup',
  'connectors-okta',
  'connectors-organization',
  'connectors-same-graph',
  'data-folder-faults',
  'data-folder-lock',
  'database-crash',
  'demo-tenant',
  'events-crash',
  'graph-databases',
  'guardrails-crash',
  'notifications',
  'object-storage',
  'outside-identity-platform',
  'process-roles',
  'server-lifecycle',
  'sign-on-processes',
  'sources-crash',
  'telemetry',
]);

/**
 * Test files whose SQL may behave differently on the embedded database: the database layer, the job queue, the writing and reading of the graph, and the query
 * language. All others ask the same of both databases; the console's tests run on the embedded one as well.
 */
const DIALECT = matching([
  'alerts',
  'audit',
  'database',
  'downloads',
  'graph-snapshot-changes',
  'graph-snapshots',
  'graph-tenant',
  'guardrails-alerts',
  'inventory',
  'jobs',
  'migrations',
  'query',
  'query-invalidation',
  'query-searches',
  'query-usage',
  'remotes-publish',
  'tenants-notification-store',
  'upgrade',
]);

/** Runs the test files that start their own servers. */
export const ownServers = () => jest('API, servers of its own', ['api'], { env: { CAM_TEST_DATABASE: 'none' }, only: OWN_SERVERS });

/** In how many runs the test files on PostgreSQL are: as one run they would take longer than everything else. */
const PARTS = 3;

/** Run all other test files, a part each, against a server on PostgreSQL of their own. */
export const onPostgres = Array.from({ length: PARTS }, (_none, index) => {
  const options = { env: { CAM_TEST_DATABASE: 'postgres' }, leftOut: OWN_SERVERS, part: `${index + 1}/${PARTS}` };
  return () => jest(`API, PostgreSQL ${index + 1} of ${PARTS}`, ['api'], options);
});

/** Runs test files against one server on the embedded database: those that depend on its SQL or, with `all`, every file without servers of its own. */
export const onEmbedded = ({ all }) => jest('API, embedded database', ['api'], all ? { leftOut: OWN_SERVERS } : { only: DIALECT });
