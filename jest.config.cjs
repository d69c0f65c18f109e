/** Pure units run in Node, components in jsdom, and the API suite against a real server that its global set-up starts. */
const transform = {
  '^.+\\.[tj]sx?$': [
    'ts-jest',
    {
      isolatedModules: true,
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
  moduleNameMapper: {
    '\\.css$': '<rootDir>/scripts/test/css-stub.cjs',
    '\\.(woff2|svg)$': '<rootDir>/scripts/test/css-stub.cjs',
    '^@ant-design/charts$': '<rootDir>/scripts/test/charts-stub.cjs',
  },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/', '<rootDir>/.cache/'],
};
module.exports = {
  // Hooks start and stop servers; nobody waits for less on a busy machine.
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/contracts/src/**/*.test.ts', '<rootDir>/server/{src,demo}/**/*.test.ts', '<rootDir>/scripts/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'web',
      testEnvironment: 'jsdom',
      setupFiles: ['<rootDir>/scripts/test/jsdom-setup.cjs'],
      // The icons reach into the part of this package that is written as ES modules alone.
      transformIgnorePatterns: ['/node_modules/(?!@ant-design/colors/es/)'],
      testMatch: ['<rootDir>/{host,shared/*,remotes/*}/src/**/*.test.ts?(x)'],
    },
    {
      ...shared,
      displayName: 'api',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/server/test/**/*.test.ts'],
      globalSetup: '<rootDir>/server/test/support/global-setup.cjs',
      globalTeardown: '<rootDir>/server/test/support/global-teardown.cjs',
    },
  ],
};
