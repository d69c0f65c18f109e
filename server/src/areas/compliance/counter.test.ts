import { ComplianceCounter } from './counter';

type Run = (data: { tenantId: string }) => Promise<void>;

/** A counter whose tenant has no accounts, with what it counted and the seconds after which it wants to look again. */
function counter(isSettling: () => boolean): { run: Run; counted: string[]; delays: number[] } {
  const [counted, delays]: [string[], number[]] = [[], []];
  let run: Run = () => Promise.reject(new Error('no job is defined'));
  const ctx = {
    db: { tenant: () => Promise.resolve([]) },
    jobs: {
      define: (_name: string, defined: Run) => void (run = defined),
      enqueue: (_name: string, _data: object, { startAfter }: { startAfter?: Date }) =>
        Promise.resolve(void delays.push(Math.round(((startAfter?.getTime() ?? Date.now()) - Date.now()) / 1000))),
    },
  };
  new ComplianceCounter(ctx as never, {
    sources: { accountsOf: () => Promise.resolve([]), isSettling: () => Promise.resolve(isSettling()) },
    count: (tenantId) => Promise.resolve(void counted.push(tenantId)) as never,
    fillTrend: () => Promise.resolve(),
  });
  return { run: (data) => run(data), counted, delays };
}

test('a count of compliance waits for the end of imports, and asks for it again', async () => {
  let isSettling = true;
  const { run, counted, delays } = counter(() => isSettling);
  await run({ tenantId: 't' });
  expect({ counted, delays }).toEqual({ counted: [], delays: [10] });
  isSettling = false;
  await run({ tenantId: 't' });
  expect({ counted, delays }).toEqual({ counted: ['t'], delays: [10] });
});
