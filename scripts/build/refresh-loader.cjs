'use strict';
const { relative } = require('node:path');

/**
 * Lets React refresh the components of a module in place. Runs after the TypeScript is gone. `browser/refresh-module.ts` does the work in the page.
 *
 * Options: `remote`, the id of the remote; `runtime`, the path of that module.
 */
module.exports = function refreshLoader(source, map) {
  const answer = this.async();
  const { remote, runtime } = this.getOptions();
  // Only development needs it, so a build for production does not load it.
  const { transformAsync } = require('@babel/core');
  const options = {
    filename: this.resourcePath,
    babelrc: false,
    configFile: false,
    compact: false,
    sourceMaps: true,
    inputSourceMap: map ?? undefined,
    plugins: [[require('react-refresh/babel'), { skipEnvCheck: true }]],
  };
  transformAsync(source, options)
    .then((result) => {
      const code = result?.code ?? source;
      if (!/\$Refresh(Reg|Sig)\$/.test(code)) return answer(null, source, map);
      const file = JSON.stringify(`${remote}/${relative(this.rootContext, this.resourcePath)}`);
      // Before the first line without a line break, so that the source map stays right.
      const head = [
        `import { signatureOf as $RefreshSig$, registerIn as camRegisterIn, acceptComponents as camAccept } from ${JSON.stringify(runtime)};`,
        `const $RefreshReg$ = camRegisterIn(${file});`,
      ].join(' ');
      answer(null, `${head} ${code}\ncamAccept(__webpack_module__.exports, import.meta.webpackHot);\n`, result?.map);
    })
    .catch((error) => answer(error instanceof Error ? error : new Error(String(error))));
};
