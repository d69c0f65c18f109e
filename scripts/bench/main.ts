import { table } from '../cli/table';
import type { Benchmark, Measurement } from './benchmark';
import { builds } from './builds';
import { connectors } from './connectors/connectors';
import { decide } from './decide';
import { drawing } from './drawing/drawing';
import { federation } from './federation';
import { graph } from './graph/graph';
import { grid } from './grid/grid';
import { guardrails } from './guardrails/guardrails';
import { navigation } from './navigation';
import { pages } from './pages/pages';
import { query } from './query/query';
import { reports } from './reports/reports';
import { reviews } from './reviews';
import { risk } from './risk';
import { scale } from './scale/scale';
import { simulator } from './simulator';
import { starts } from './starts';

const BENCHMARKS: readonly Benchmark[] = [
  builds,
  starts,
  connectors,
  decide,
  drawing,
  federation,
  graph,
  grid,
  guardrails,
  navigation,
  pages,
  query,
  reports,
  reviews,
  risk,
  scale,
  simulator,
];

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) throw new Error(`Unknown benchmark ${unknown.join(', ')}. Choose from: ${BENCHMARKS.map(({ name }) => name).join(', ')}`);
  const rows: string[][] = [];
  for (const benchmark of BENCHMARKS) {
    if (names.length > 0 && !names.includes(benchmark.name)) continue;
    console.log(`Measuring ${benchmark.name} ...`);
    rows.push(...(await benchmark.run()).map(rowOf));
  }
  console.log(`\n${table(['MEASURED', 'VALUE', 'REFERENCE', 'VALUE', 'RATIO'], rows)}`);
}

function rowOf({ what, measured, against, reference, unit }: Measurement): string[] {
  return [what, `${Math.round(measured)} ${unit}`, against, `${Math.round(reference)} ${unit}`, (measured / reference).toFixed(2)];
}

await main(process.argv.slice(2));
