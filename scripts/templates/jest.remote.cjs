/** The jest configuration of a remote outside this repository: the same as for the areas of CAM. */
const { projects } = require('../../jest.config.cjs');
const { join } = require('node:path');

const ROOT = join(__dirname, '../..');
const { testMatch: _own, modulePathIgnorePatterns: _outputs, displayName: _name, ...web } = projects.find(({ displayName }) => displayName === 'web');

module.exports = JSON.parse(
  JSON.stringify({ ...web, testMatch: ['<rootDir>/src/**/*.test.ts?(x)'] }).replaceAll('<rootDir>/scripts', `${ROOT}/scripts`),
);
