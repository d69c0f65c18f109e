const PAUSE = 500;

/** The call that says whether counts are under way. */
export const HEALTH = '/beta/healthStatus';

/** Waits until the counts of a running CAM are up to date, because counting takes CPU time from a measurement. Returns the kind of database. */
export function untilCounted(url: string, token: string): Promise<'embedded' | 'postgres'> {
  return untilCountedBy(() => fetch(url + HEALTH, { headers: { authorization: `Bearer ${token}` } }));
}

/** @param ask calls `HEALTH` */
export async function untilCountedBy(ask: () => Promise<Response>): Promise<'embedded' | 'postgres'> {
  for (;;) {
    const answer = await ask();
    if (!answer.ok) throw new Error(`GET ${HEALTH} returned ${answer.status}: ${await answer.text()}`);
    const { counting, database } = (await answer.json()) as { counting: boolean; database: 'embedded' | 'postgres' };
    if (!counting) return database;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
