import webpack, { type Configuration } from 'webpack';

/** Runs one build to its end. Throws with what webpack says where it has errors. */
export function runWebpack(configuration: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration);
    if (!compiler) return reject(new Error('webpack made no compiler of this configuration'));
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true, errorDetails: false })));
        else resolve();
      });
    });
  });
}
