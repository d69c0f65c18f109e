// Makes the data folders that tests copy, unless they are there: a fresh installation and the demo tenant.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { buildServer } = require('../../server/test/support/server-process.cjs');
const { prepareData } = require('../../server/test/support/prepared-data.cjs');

await buildServer();
for (const kind of ['installation', 'console', 'demo']) await prepareData(kind);
