import { jest } from './steps.mjs';

/**
 * Tests of the API that start the servers that they look at, on the databases that they name: on whichever database the suite ran, they would look at the
 * same. They run once, without the suite's own server, so that one that asks it after all fails. The demo company is a matter of the product, not of the database.
 */
const OWN_SERVERS = [
  'connectors-okta',
  'connectors-organization',
  'connectors-same-graph',
  'core-lifecycle',
  'core-outside-platform',
  'core-roles',
  'demo-tenant',
  'graph-databases',
  'guardrails-crash',
  'notifications',
  'sources-crash',
].map((name) => `server/test/${name}\\.test\\.ts$`);

/** Those with servers of their own. */
export const ownServers = () => jest('API, servers of its own', ['api'], { env: { CAM_TEST_DATABASE: 'none' }, only: OWN_SERVERS });

/** All others, against one server on the given database. */
export const onEmbedded = () => jest('API, embedded database', ['api'], { leftOut: OWN_SERVERS });
export const onPostgres = () => jest('API, PostgreSQL', ['api'], { env: { CAM_TEST_DATABASE: 'postgres' }, leftOut: OWN_SERVERS });
