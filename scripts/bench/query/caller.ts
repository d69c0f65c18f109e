import type { AutocompleteAnswer } from '@cam/contracts';

interface SessionProps {
  session_id?: string;
  batch_size?: number;
  is_next?: boolean;
}

/** Asks a running CAM as somebody who is signed in. Throws where it refuses. */
export class Caller {
  constructor(
    readonly url: string,
    private readonly token: string,
  ) {}

  /** The first page of an answer; its session stays open. */
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

  /** What may follow. */
  complete(input: string): Promise<AutocompleteAnswer> {
    return this.#post('autocomplete', { input });
  }

  async #post<T>(call: string, body: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const response = await fetch(`${this.url}/v1/graph-querymgr/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${call} was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}

function sized(batchSize: number | undefined): SessionProps {
  return batchSize === undefined ? {} : { batch_size: batchSize };
}
