/** Reads server-sent events one by one. */
export class EventReader {
  readonly #aborter = new AbortController();
  readonly #waiting: ((event: ServerEvent) => void)[] = [];
  readonly #arrived: ServerEvent[] = [];

  private constructor() {}

  /** Resolves once the stream is open, so that the reader misses no later event. */
  static async open(url: string, token: string): Promise<EventReader> {
    const reader = new EventReader();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: reader.#aborter.signal });
    if (response.status !== 200 || !response.body) throw new Error(`no event stream: ${response.status}`);
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const first = await chunks.read();
    void reader.#read(chunks, first.value ?? '').catch(() => undefined);
    return reader;
  }

  /** Waits for the next event. */
  next(): Promise<ServerEvent> {
    const event = this.#arrived.shift();
    return event ? Promise.resolve(event) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Received events that no one has taken yet. */
  get unread(): number {
    return this.#arrived.length;
  }

  close(): void {
    this.#aborter.abort();
  }

  async #read(chunks: ReadableStreamDefaultReader<string>, start: string): Promise<void> {
    let text = start;
    for (;;) {
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
      const { done, value } = await chunks.read();
      if (done) return;
      text += value;
    }
  }

  #take(block: string): void {
    const name = /^event: (.+)$/m.exec(block)?.[1];
    if (!name) return;
    const event = { name, data: JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? 'null') as unknown, at: Date.now() };
    const waiting = this.#waiting.shift();
    if (waiting) waiting(event);
    else this.#arrived.push(event);
  }
}

export interface ServerEvent {
  name: string;
  data: unknown;
  /** The deadline, ms since 1970. */
  at: number;
}
