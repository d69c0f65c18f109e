/** Makes a module different without making it do anything: what a benchmark calls a change of one area. */
module.exports = (source) => `${source}\nglobalThis.__camChanged = true;\n`;
