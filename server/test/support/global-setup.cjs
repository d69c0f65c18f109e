'use strict';
const { buildServer, startServer } = require('./server-process.cjs');
const { startPostgres } = require('./postgres.cjs');

/**
 * One real server for the whole API suite, on the embedded database or, with CAM_TEST_DATABASE=postgres, on a throw-away PostgreSQL. With CAM_TEST_DATABASE=none
 * there is no such server, for tests that start all of theirs.
 */
module.exports = async () => {
  await buildServer();
  if (process.env.CAM_TEST_DATABASE === 'none') return;
  const postgres = process.env.CAM_TEST_DATABASE === 'postgres' ? await startPostgres() : null;
  globalThis.camTestStop = [() => postgres?.stop()];
  try {
    const server = await startServer(postgres ? { DATABASE_URL: postgres.url } : {});
    globalThis.camTestStop.unshift(() => server.stop());
    process.env.CAM_TEST_URL = server.url;
    process.env.CAM_TEST_OPERATOR_KEY = server.operatorKey;
    process.env.CAM_TEST_POSTGRES_URL = postgres?.url ?? '';
  } catch (error) {
    postgres?.stop();
    throw error;
  }
};
