'use strict';
const { buildServer, startServer } = require('./server-process.cjs');
const { prepareData } = require('./prepared-data.cjs');
const { createDatabase, onDatabase, startPostgres } = require('./postgres.cjs');

/** Networks without hosts: settings of the tests name receivers there, so that no test can reach anybody. */
const DOCUMENTATION_NETWORKS = '203.0.113.0/24, 2001:db8::/32';

/**
 * Starts one real server for the whole API suite, on the embedded database or, with CAM_TEST_DATABASE=postgres, on a throw-away PostgreSQL. With
 * CAM_TEST_DATABASE=none it starts none, for tests that start all of theirs.
 */
module.exports = async () => {
  await buildServer();
  await prepareData('installation');
  if (process.env.CAM_TEST_DATABASE === 'none') return;
  const postgres = process.env.CAM_TEST_DATABASE === 'postgres' ? await startPostgres() : null;
  globalThis.camTestStop = [() => postgres?.stop()];
  try {
    const url = postgres === null ? '' : await suiteDatabase(postgres.url);
    const server = await startServer({ CAM_ALLOWED_NETWORKS: DOCUMENTATION_NETWORKS, ...(postgres ? onDatabase(url) : {}) });
    globalThis.camTestStop.unshift(() => server.stop());
    process.env.CAM_TEST_URL = server.url;
    process.env.CAM_TEST_OPERATOR_KEY = server.operatorKey;
    process.env.CAM_TEST_POSTGRES_URL = url;
  } catch (error) {
    postgres?.stop();
    throw error;
  }
};

/** Gives the first database the schema, and returns the address of a copy. Nobody connects to the first one again, so tests can copy it too. */
async function suiteDatabase(template) {
  const server = await startServer({ ...onDatabase(template), CAM_DEMO: 'none' });
  await server.stop();
  return createDatabase(template, { connectTo: 'postgres' });
}
