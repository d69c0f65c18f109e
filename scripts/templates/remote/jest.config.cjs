module.exports = { ...require('@cam/scripts/templates/jest.remote.cjs'), rootDir: __dirname };
