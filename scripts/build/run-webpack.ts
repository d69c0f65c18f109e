import { createRequire } from 'node:module';
import webpack, { type Configuration } from 'webpack';

// Without it, the federation plugin finds webpack by a call with invalid options, for which webpack compiles the schema of all options: a second of CPU.
process.env.FEDERATION_WEBPACK_PATH ??= createRequire(import.meta.url).resolve('webpack');

/** Runs one build. Rejects with webpack's messages if it has errors. */
export function runWebpack(configuration: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration);
    if (!compiler) return reject(new Error('webpack created no compiler for this configuration'));
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true, errorDetails: false })));
        else resolve();
      });
    });
  });
}
