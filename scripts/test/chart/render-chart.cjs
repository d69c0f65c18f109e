'use strict';
// Renders the chart deploy/helm/cam with the values of ci/example.yaml. `node scripts/test/chart/render-chart.cjs` writes rendered.yaml, which the tests read on
// machines without a renderer.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { load } = require('js-yaml');

const CHART = resolve(__dirname, '../../../deploy/helm/cam');
const RENDERED = join(__dirname, 'rendered.yaml');
const EXAMPLE = join(CHART, 'ci/example.yaml');
/** The folder into which Debian's packages golang-github-masterminds-sprig-dev and golang-gopkg-yaml.v3-dev put their sources. */
const GO_PATH = '/usr/share/gocode';

const readYaml = (file) => load(readFileSync(file, 'utf8'));

/** Returns values as Helm combines them: objects are merged, everything else is replaced. */
function merged(base, change) {
  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (change === undefined) return base;
  if (!isObject(base) || !isObject(change)) return change;
  return Object.fromEntries([...new Set([...Object.keys(base), ...Object.keys(change)])].map((key) => [key, merged(base[key], change[key])]));
}

/** Returns the values of the chart with the changes of an example; null: without. */
function valuesOf(change) {
  return merged(readYaml(join(CHART, 'values.yaml')), change === null ? undefined : change);
}

/** Returns a digest of all files of the chart. */
function digestOfChart() {
  const hash = createHash('sha256');
  const files = readdirSync(CHART, { recursive: true }).filter((name) => statSync(join(CHART, name)).isFile());
  for (const name of files.sort()) hash.update(`${name}\n${readFileSync(join(CHART, name), 'utf8')}\n`);
  return hash.digest('hex');
}

/** Returns the rendered manifests as text; null where neither Helm nor Go with Sprig is on this machine. Throws if the chart cannot be rendered. */
function render() {
  const run = (program, args, options = {}) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...options });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  if (spawnSync('helm', ['version'], { stdio: 'ignore' }).status === 0)
    return run('helm', ['template', 'cam', CHART, '--namespace', 'cam', '--values', EXAMPLE]);
  const hasGo = spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0;
  if (!hasGo || !existsSync(join(GO_PATH, 'src/github.com/Masterminds/sprig'))) return null;
  const { name: Name, version: Version, appVersion: AppVersion } = readYaml(join(CHART, 'Chart.yaml'));
  const Release = { Name: 'cam', Namespace: 'cam', Service: 'Helm' };
  const input = JSON.stringify({ Values: valuesOf(readYaml(EXAMPLE)), Chart: { Name, Version, AppVersion }, Release });
  return run('go', ['run', join(__dirname, 'render.go'), CHART], { input, env: { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH } });
}

module.exports = { CHART, EXAMPLE, RENDERED, digestOfChart, readYaml, render, valuesOf };

if (require.main === module) {
  const text = render();
  if (text === null) {
    console.error(
      'Neither Helm nor Go with Sprig is on this machine (apt-get install golang-go golang-github-masterminds-sprig-dev golang-gopkg-yaml.v3-dev).',
    );
    process.exit(1);
  }
  writeFileSync(RENDERED, `# Rendered by scripts/test/chart/render-chart.cjs from the chart with the digest ${digestOfChart()}\n${text}`);
}
