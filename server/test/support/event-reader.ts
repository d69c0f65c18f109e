/** Reads server-sent events one by one. */
export class EventReader {
  readonly #aborter = new AbortController();
  readonly #waiting: ((event: ServerEvent) => void)[] = [];
  readonly #arrived: ServerEvent[] = [];

  private constructor() {}

  /** Resolves once the stream is open, so that nothing that happens afterwards is missed. */
  static async open(url: string, token: string): Promise<EventReader> {
    const reader = new EventReader();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: reader.#aborter.signal });
    if (response.status !== 200 || !response.body) throw new Error(`no event stream: ${response.status}`);
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const first = await chunks.read();
    void reader.#read(chunks, first.value ?? '').catch(() => undefined);
    return reader;
  }

  /** The next event, whenever it comes. */
  next(): Promise<ServerEvent> {
    const event = this.#arrived.shift();
    return event ? Promise.resolve(event) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Events that came and that nobody has asked for. */
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
  /** ms since 1970 */
  at: number;
}
