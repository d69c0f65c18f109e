const { bundledPackages } = require('./scripts/test/vendor-bundle.cjs');

/** Pure units run in Node, components in jsdom, and the API suite against a real server that its global set-up starts. */
const transform = {
  '^.+\\.[tj]sx?$': [
    'ts-jest',
    {
      diagnostics: false,
      tsconfig: {
        target: 'ES2022',
        module: 'CommonJS',
        moduleResolution: 'node10',
        ignoreDeprecations: '6.0',
        jsx: 'react-jsx',
        esModuleInterop: true,
        allowJs: true,
        isolatedModules: true,
      },
    },
  ],
};
const shared = {
  transform,
  // Beside the other things that a checkout keeps: the system may clear its own folder for temporary files between two runs.
  cacheDirectory: '<rootDir>/.cache/jest',
  moduleNameMapper: {
    '\\.css$': '<rootDir>/scripts/test/css-stub.cjs',
    '\\?source$': '<rootDir>/scripts/test/source-stub.cjs',
    '\\.(woff2|svg)$': '<rootDir>/scripts/test/css-stub.cjs',
    '^@ant-design/charts$': '<rootDir>/scripts/test/charts-stub.cjs',
  },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/', '<rootDir>/.cache/'],
};
module.exports = async () => ({
  // Everything takes its time on a busy machine. A test that waits in vain ends sooner and says for what (server/test/support/until.ts).
  testTimeout: 180_000,
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: '<rootDir>/scripts/test/node-environment.cjs',
      testMatch: [
        '<rootDir>/contracts/src/**/*.test.ts',
        '<rootDir>/shared/checker/src/**/*.test.ts',
        '<rootDir>/server/{src,demo}/**/*.test.ts',
        '<rootDir>/scripts/**/*.test.ts',
      ],
    },
    {
      ...shared,
      displayName: 'web',
      testEnvironment: 'jsdom',
      // Modules get them as parameters. Each look at a global of jsdom's window passes through traps, which in inner loops costs more than the work.
      sandboxInjectedGlobals: ['Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Set', 'String', 'Symbol', 'WeakMap'],
      setupFiles: ['<rootDir>/scripts/test/jsdom-setup.cjs'],
      moduleNameMapper: { ...shared.moduleNameMapper, ...(await bundledPackages()) },
      transformIgnorePatterns: ['/node_modules/', '/\\.cache/'],
      testMatch: ['<rootDir>/{host,shared/*,remotes/*}/src/**/*.test.ts?(x)', '!<rootDir>/shared/checker/**'],
    },
    {
      ...shared,
      displayName: 'api',
      testEnvironment: '<rootDir>/scripts/test/node-environment.cjs',
      setupFiles: ['<rootDir>/server/test/support/quick-wasm.cjs', '<rootDir>/server/test/support/send-again.cjs'],
      testMatch: ['<rootDir>/server/test/**/*.test.ts'],
      globalSetup: '<rootDir>/server/test/support/global-setup.cjs',
      globalTeardown: '<rootDir>/server/test/support/global-teardown.cjs',
    },
  ],
});
