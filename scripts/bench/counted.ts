const PAUSE = 500;

/** Waits until the inventory of a running CAM is counted as its graph is: counting takes from whatever is measured beside it. */
export async function untilCounted(url: string, token: string): Promise<'embedded' | 'postgres'> {
  for (;;) {
    const answer = await fetch(`${url}/beta/healthStatus`, { headers: { authorization: `Bearer ${token}` } });
    const { counting, database } = (await answer.json()) as { counting: boolean; database: 'embedded' | 'postgres' };
    if (!counting) return database;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
