import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dice } from '../../server/test/support/differential';
import { buildServer } from '../../server/test/support/server-process.cjs';
import { until } from '../../server/test/support/until';
import { Findings } from '../attack/suite';
import { table } from '../cli/table';
import { availableDatabase, Installation, processesOf, type Process } from './installation';
import type { Tally } from './person';
import { killsOf, readRecord, withRun, writeRecord, type SoakRecord } from './record';
import { pause, Team } from './team';

/** Alerts are listed page by page, so they are compared after every tenth kill only. */
const ALERTS_EACH = 10;
/** The last quarter of the measurements of memory may exceed the second by this factor. */
const GROWTH = 1.1;
/** Time for the work to end after the last kill, ms. */
const SETTLED = 240_000;
/** Least mean time of work between two kills, ms. */
const SHORTEST_MEAN = 3000;
/** Fewer measurements say nothing about growth. */
const LEAST_MEASURED = 40;

/** Runs people on an installation, kills its processes at random moments, and prints what was lost, doubled or broken. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '1000' },
      minutes: { type: 'string', default: '60' },
      users: { type: 'string', default: '32' },
      tenants: { type: 'string', default: '4' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string', default: availableDatabase() },
      record: { type: 'string' },
      stop: { type: 'string' },
    },
  });
  const [allKills, minutes, users, tenants, seed] = [values.kills, values.minutes, values.users, values.tenants, values.seed].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const path = values.record ?? null;
  const before = readRecord(path, { seed, database: values.database });
  const kills = Math.max(0, allKills - killsOf(before));
  if (path !== null && kills === 0 && before.seconds >= minutes * 60) return console.log(`${path} has all ${allKills} kills: ${sumOf(before)}.`);
  // Each run has random numbers of its own, which its number decides.
  const seedOfRun = seed + before.runs * 7919;
  await buildServer();
  let installation: Installation | null = null;
  // A run takes an hour or more: findings are printed as they come.
  const findings = new Findings('soak', ({ rule, call, request, answer }) =>
    console.log(`\nFINDING after ${installation?.kills ?? 0} kills: ${rule}\n  call     ${call}\n  request  ${request}\n  answer   ${answer}`),
  );
  installation = await Installation.start(values.database as 'postgres' | 'embedded', (how, log) => {
    findings.add('the server ended by itself', 'server', how, log.split('\n').at(-2) ?? '');
    console.log(log);
  });
  const tally: Tally = { calls: 0, interrupted: 0, times: [], writes: 0, imports: 0, reports: 0 };
  let isOver = false;
  try {
    const soak = { installation, findings, tally, isOver: () => isOver };
    const teams = Array.from({ length: tenants }, (_none, index) => new Team(soak, `soak-${index}`));
    for (const team of teams) await team.prepare(Math.ceil(users / tenants));
    console.log(`${users} users in ${tenants} tenants (${values.database}), ${kills} kills in at least ${minutes} minutes, seed ${seedOfRun} ...`);
    const working = Promise.all(teams.map((team, index) => team.work(dice(seedOfRun + index))));
    const began = performance.now();
    const end = began + Math.max(0, minutes * 60_000 - before.seconds * 1000);
    const stop = values.stop === undefined ? Infinity : began + Number(values.stop) * 60_000;
    const killed = await killing({ installation, teams, findings, kills, end, stop, seed: seedOfRun });
    isOver = true;
    const haveEnded = await Promise.race([working.then(() => true), delay(SETTLED, false, { ref: false })]);
    findings.expect(haveEnded, `a user did not end within ${SETTLED / 1000} s after the last kill`, 'users', {}, {});
    const alerts = await settle(teams, installation, findings);
    const seconds = (performance.now() - began) / 1000;
    const sum = withRun(before, { kills: killed, seconds, calls: tally.calls, writes: tally.writes + tally.imports, findings: findings.all.length });
    if (path !== null) await writeRecord(path, sum);
    report({ installation, findings, tally, killed, alerts, seconds, sum });
  } finally {
    isOver = true;
    await installation.stop();
  }
}

interface Killing {
  installation: Installation;
  teams: readonly Team[];
  findings: Findings;
  kills: number;
  /** The earliest end, by `performance.now()`. */
  end: number;
  /** The run ends here in any case, and another run may go on. */
  stop: number;
  seed: number;
}

/** Kills at random moments, and looks after each kill whether all is well. Returns the number of killed processes of each kind. */
async function killing({ installation, teams, findings, kills, end, stop, seed }: Killing): Promise<Map<Process, number>> {
  const random = dice(seed);
  const killed = new Map<Process, number>();
  for (let done = 0, rounds = 0; done < kills && performance.now() < stop; rounds += 1) {
    const share = Math.max(0, end - performance.now()) / (kills - done);
    // Work needs some time between kills, also when these take longer than planned.
    await pause(Math.max(SHORTEST_MEAN, share) * random.next() * 2);
    const victim = random.one(installation.victims);
    await installation.kill(victim);
    for (const ended of processesOf(victim)) killed.set(ended, (killed.get(ended) ?? 0) + 1);
    const before = done;
    done += processesOf(victim).length;
    await Promise.all(
      teams.map(async (team) => {
        await team.expectWholeSnapshot();
        await team.expectWrites();
        if (rounds % ALERTS_EACH === 0) await team.expectSingleAlerts();
      }),
    );
    const each = Math.max(1, Math.floor(kills / 20));
    if (Math.floor(done / each) > Math.floor(before / each)) console.log(`${done} kills, ${findings.all.length} findings`);
  }
  while (performance.now() < Math.min(end, stop)) {
    await pause(1000);
    installation.measure();
  }
  return killed;
}

/**
 * Waits until all work has ended, and compares the alerts with the messages about them. A message whose sender was killed goes out after its lease of a
 * minute. Returns the number of alerts.
 */
async function settle(teams: readonly Team[], { mail, chat }: Installation, findings: Findings): Promise<number> {
  for (const team of teams) {
    await until('imports have ended', async () => !(await team.isBusy()), { within: SETTLED, every: 500 });
    await team.expectWholeSnapshot();
    await team.expectWrites();
  }
  let seen = { alerts: 0, inChat: 0, inMail: 0 };
  const isComplete = async (): Promise<boolean> => {
    const counts = await Promise.all(teams.map((team) => team.expectSingleAlerts()));
    const alerts = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    seen = {
      alerts,
      inChat: countNamed(chat.taken.map(({ id, text }) => [id, text])),
      inMail: countNamed(mail.mails.map(({ messageId = '', subject = '' }) => [messageId, subject])),
    };
    return seen.inChat === alerts && seen.inMail === alerts;
  };
  const isRight = await until('messages name every alert', isComplete, { within: SETTLED, every: 2000 }).catch(() => false);
  findings.expect(isRight, 'messages do not name every alert once', 'webhook, mail', {}, seen);
  return seen.alerts;
}

/** Counts the alerts in messages. A message that was sent again has the same id, by which receivers recognise it, and counts once. */
function countNamed(messages: readonly (readonly [string, string])[]): number {
  return [...new Map(messages).values()].reduce((sum, text) => sum + Number(/(\d+) new High alerts/.exec(text)?.[1] ?? 1), 0);
}

interface Result {
  installation: Installation;
  findings: Findings;
  tally: Tally;
  killed: Map<Process, number>;
  alerts: number;
  seconds: number;
  /** All runs of the record so far. */
  sum: SoakRecord;
}

/** Returns the sums of a record in words. */
function sumOf({ runs, kills, seconds, calls, writes, findings }: SoakRecord): string {
  const counts = Object.entries(kills).map(([victim, count]) => `${victim} ${count}`);
  return `${runs} runs, ${Math.round(seconds)} s, kills: ${counts.join(', ')}, ${calls} calls, ${writes} writes, ${findings} findings`;
}

function report({ installation, findings, tally, killed, alerts, seconds, sum }: Result): void {
  const { memory, restarts, mail, chat } = installation;
  const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
  const at = (list: readonly number[], share: number): number => [...list].sort((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? 0;
  const quarter = (index: number): number => mean(memory.slice((memory.length * index) / 4, (memory.length * (index + 1)) / 4));
  const [second, last] = [quarter(1), quarter(3)];
  if (memory.length >= LEAST_MEASURED) findings.expect(last <= second * GROWTH, 'the memory of the server grows', 'server', {}, { second, last });
  const repeated = (ids: readonly (string | undefined)[]): number => ids.length - new Set(ids).size;
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
  const rows: [string, string][] = [
    ['duration', `${Math.round(seconds)} s`],
    ['kills', [...killed].map(([victim, count]) => `${victim} ${count}`).join(', ')],
    ['restart of the server', `median ${Math.round(at(restarts, 0.5))} ms, slowest ${Math.round(at(restarts, 1))} ms`],
    ['calls', `${tally.calls}, of which ${tally.interrupted} interrupted`],
    ['answers', `median ${Math.round(at(tally.times, 0.5))} ms, 95 % within ${Math.round(at(tally.times, 0.95))} ms`],
    ['acknowledged writes', `${tally.writes} searches, ${tally.imports} imports, ${tally.reports} reports`],
    ['alerts', String(alerts)],
    [
      'messages',
      `${chat.taken.length} webhooks (${repeated(chat.taken.map(({ id }) => id))} repeated with the same key), ${mail.mails.length} mails (${repeated(mail.mails.map(({ messageId }) => messageId))})`,
    ],
    ['memory', `second quarter ${megabytes(second)}, last ${megabytes(last)} (${memory.length} measurements)`],
    ['findings', String(findings.all.length)],
    ...(sum.runs > 1 ? ([['all runs', sumOf(sum)]] satisfies [string, string][]) : []),
  ];
  console.log(`\n${table(['SOAK', ''], rows, 120)}`);
  if (findings.all.length > 0) process.exitCode = 1;
}

await main();
