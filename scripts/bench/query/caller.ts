import type { AutocompleteAnswer } from '@cam/contracts';

interface SessionProps {
  session_id?: string;
  batch_size?: number;
  is_next?: boolean;
}

/** Calls a running CAM as a signed-in user. Throws if it refuses. */
export class Caller {
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  /** Returns the first page of a result. Its session stays open. */
  async open(input: string, batchSize?: number): Promise<AutocompleteAnswer & { session_id: string }> {
    const answer = await this.#post<AutocompleteAnswer>('autocomplete-user', { input, session_props: sized(batchSize) });
    if (answer.session_id === null) throw new Error(`not run: ${input}: ${answer.error?.message ?? answer.options.join(' ')}`);
    return { ...answer, session_id: answer.session_id };
  }

  next(sessionId: string, batchSize?: number): Promise<AutocompleteAnswer> {
    return this.#post('autocomplete-user', { input: '', session_props: { ...sized(batchSize), session_id: sessionId, is_next: true } });
  }

  async close(sessionId: string): Promise<void> {
    await this.#post('close-session', { session_id: sessionId });
  }

  /** Returns the completions of a query. */
  complete(input: string): Promise<AutocompleteAnswer> {
    return this.#post('autocomplete', { input });
  }

  async #post<T>(call: string, body: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const response = await fetch(`${this.url}/v1/graph-querymgr/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${call} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}

function sized(batchSize: number | undefined): SessionProps {
  return batchSize === undefined ? {} : { batch_size: batchSize };
}
