/** Changes a module without an effect. Benchmarks use it as a change of one area. */
module.exports = (source) => `${source}\nglobalThis.__camChanged = true;\n`;
