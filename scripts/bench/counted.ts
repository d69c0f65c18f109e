const PAUSE = 500;

/** Waits until the counts of a running CAM are up to date, because counting takes CPU time from a measurement. Returns the kind of database. */
export async function untilCounted(url: string, token: string): Promise<'embedded' | 'postgres'> {
  for (;;) {
    const answer = await fetch(`${url}/beta/healthStatus`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`GET /beta/healthStatus returned ${answer.status}: ${await answer.text()}`);
    const { counting, database } = (await answer.json()) as { counting: boolean; database: 'embedded' | 'postgres' };
    if (!counting) return database;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
