import { timed, type Benchmark, type Measurement } from '../benchmark';
import { untilCounted } from '../counted';
import { onDatabases } from '../query/loaded-cam';
import type { Size } from '../../../server/demo/size';
import { firstScreens, type Examples, type FirstScreen, type PageCall } from './first-screens';

const RUNS = Number(process.env.BENCH_RUNS ?? 30);

/** Targets for the data of a first screen at size M, ms. */
const TARGET = { embedded: 500, postgres: 300 };

/** Limits of a first screen. */
const MOST_CALLS = 5;
const MOST_KB = 300;

type Kind = keyof typeof TARGET;

/**
 * Measures the data of each page's first screen, with all calls of a page in parallel: p95 of the time, and the bytes. BENCH_URL and BENCH_TOKEN
 * select a running CAM with data. Otherwise one is loaded and started as in `query`, with BENCH_SIZE (default S), BENCH_DATABASE, BENCH_DATA and
 * BENCH_DATABASE_URL.
 */
export const pages: Benchmark = {
  name: 'pages',
  run: async () => {
    const { BENCH_URL: url, BENCH_TOKEN: token } = process.env;
    if (url && token) return measure(new Reader(url, token));
    return onDatabases((process.env.BENCH_SIZE ?? 'S') as Size, (loaded) =>
      loaded.running((cam) => measure(new Reader(cam.url, cam.cli('token', '--user', 'admin@demo.example').trim()))),
    );
  },
};

async function measure(reader: Reader): Promise<Measurement[]> {
  const kind = await untilCounted(reader.base, reader.token);
  const lines: Measurement[] = [];
  for (const screen of firstScreens(await examples(reader))) lines.push(...(await measured(reader, screen, kind)));
  return lines;
}

async function measured(reader: Reader, { page, calls }: FirstScreen, kind: Kind): Promise<Measurement[]> {
  if (calls.length > MOST_CALLS) throw new Error(`${page} makes ${calls.length} calls`);
  const ask = (): Promise<number[]> => Promise.all(calls.map((call) => reader.ask(call)));
  const bytes = (await ask()).reduce((sum, size) => sum + size, 0);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(await timed(ask));
  const p95 = times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0;
  return [
    { what: `${page}, p95`, measured: p95, against: 'target at M', reference: TARGET[kind], unit: 'ms' },
    { what: `${page}, ${calls.length} calls`, measured: bytes / 1024, against: 'limit', reference: MOST_KB, unit: 'KB' },
  ];
}

/** Returns the identity with the most access, an object store and a network, with the queries of their pages. */
async function examples(reader: Reader): Promise<Examples> {
  const first = async (query: string): Promise<string> => {
    const { rows } = await reader.json<{ rows: { uri: string }[] }>(`/v1/graph-querymgr/entities?page_size=1&${query}`);
    if (!rows[0]) throw new Error(`no entity matches ${query}`);
    return rows[0].uri;
  };
  const identity = await first('type=ROLE,USER&sorted_field=objects&sorted_asc=false');
  const object = await first('type=OBJECT_STORE');
  const details = { uri: encodeURIComponent(identity), object: encodeURIComponent(object) };
  const { identity_info: who } = await reader.json<{ identity_info: { query: string } }>(`/v1/graph-querymgr/identity-service?uri=${details.uri}`);
  const { object_detail_info: what } = await reader.json<{ object_detail_info: { query: string } }>(
    `/v1/graph-querymgr/objects-service?uri=${details.object}`,
  );
  return { identity: { uri: identity, query: who.query }, object: { uri: object, query: what.query }, network: { uri: await first('type=VPC') } };
}

/** Calls the API like the console. */
class Reader {
  constructor(
    readonly base: string,
    readonly token: string,
  ) {}

  /** Returns the length of the response, in characters. */
  async ask({ path, body }: PageCall): Promise<number> {
    return (await this.#text(path, body)).length;
  }

  async json<T>(path: string): Promise<T> {
    return JSON.parse(await this.#text(path)) as T;
  }

  async #text(path: string, body?: object): Promise<string> {
    const answer = await fetch(`${this.base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${this.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text;
  }
}
