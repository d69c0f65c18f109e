/** The jest settings of a remote: components run in jsdom, with one copy of React, of the router and of the platform. */
module.exports = {
  testEnvironment: require.resolve('jest-environment-jsdom'),
  testMatch: ['<rootDir>/src/**/*.test.ts?(x)'],
  setupFiles: [require.resolve('./jsdom-setup.cjs')],
  moduleNameMapper: {
    '\\.css$': require.resolve('./css-stub.cjs'),
    '\\?source$': require.resolve('./source-stub.cjs'),
    '\\.(woff2|svg)$': require.resolve('./css-stub.cjs'),
    '^react-router-dom$': '@cam/platform/router',
  },
  transform: {
    '^.+\\.tsx?$': [
      require.resolve('ts-jest'),
      {
        diagnostics: false,
        tsconfig: {
          target: 'ES2022',
          module: 'CommonJS',
          moduleResolution: 'node10',
          ignoreDeprecations: '6.0',
          jsx: 'react-jsx',
          esModuleInterop: true,
          isolatedModules: true,
        },
      },
    ],
  },
};
